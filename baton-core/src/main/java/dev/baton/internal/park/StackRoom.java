package dev.baton.internal.park;

/**
 * Looks whether the stack has room for steps that must not be cut off in the middle. Between a change of state and the
 * wake-up of the threads that it serves, a {@link StackOverflowError} would leave a thread asleep for ever. An operation
 * that asks before its first step fails there instead, and has done nothing. A release, which nobody would repeat, gives
 * back what it has and leaves the wake-up to the next one.
 */
public final class StackRoom {
    /*
     * Overview
     *   A call whose frame is wide: four kilobytes, more than any hand-over needs. The interpreter makes the frame.
     *   Compiled code keeps none of its variables. But it must be able to go back to the interpreter at the call inside, so
     *   it touches the stack on entry as far down as the interpreter's frame would reach. That is one instruction.
     *   The assignments make the method too long to be inlined: a caller that asks only now and then must not ask on entry.
     *
     * Verified by
     *   StackOverflowTest, LockStackOverflowTest: they fail if this does nothing.
     */

    /** More frames than there are between an operation and another one inside it. */
    private static final int BETWEEN = 64;

    private StackRoom() {}

    /** Throws {@link StackOverflowError} if there is little room left. */
    public static void require() {
        double unused = wide(1);
    }

    /** {@return whether there is room} */
    public static boolean isEnough() {
        try {
            require();
            return true;
        } catch (StackOverflowError little) {
            return false;
        }
    }

    /**
     * As {@link #require}, for an operation with others inside it that ask for themselves.
     *
     * @param inside how many are one inside the other
     */
    public static void requireAround(int inside) {
        double unused = deep(inside * BETWEEN);
    }

    private static double deep(int left) {
        return left == 0 ? wide(1) : deep(left - 1) + 1.0;
    }

    /** Each variable is a place in the frame, and nothing else. */
    @SuppressWarnings("UnusedVariable")
    private static double wide(int left) {
        double a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
                a31, a32, a33, a34, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20, b21, b22, b23, b24, b25,
                b26, b27, b28, b29, b30, b31, b32, b33, b34, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20,
                c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, d10, d11, d12, d13, d14, d15,
                d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, e10,
                e11, e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23, e24, e25, e26, e27, e28, e29, e30,
                e31, e32, e33, e34, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25,
                f26, f27, f28, f29, f30, f31, f32, f33, f34, g10, g11, g12, g13, g14, g15, g16, g17, g18, g19, g20,
                g21, g22, g23, g24, g25, g26, g27, g28, g29, g30, g31, g32, g33, g34, h10, h11, h12, h13, h14, h15,
                h16, h17, h18, h19, h20, h21, h22, h23, h24, h25, h26, h27, h28, h29, h30, h31, h32, h33, h34, i10,
                i11, i12, i13, i14, i15, i16, i17, i18, i19, i20, i21, i22, i23, i24, i25, i26, i27, i28, i29, i30,
                i31, i32, i33, i34, j10, j11, j12, j13, j14, j15, j16, j17, j18, j19, j20, j21, j22, j23, j24, j25,
                j26, j27, j28, j29, j30, j31, j32, j33, j34;
        a10 = a11 = a12 = a13 = a14 = a15 = a16 = a17 = a18 = a19 = a20 = a21 = a22 = a23 = a24 = a25 = a26 = a27 = a28 = a29 = a30 = a31 = a32 = a33 = a34 = b10 = b11 = b12 = b13 = b14 = b15 = b16 = b17 = b18 = b19 = b20 = b21 = b22 = b23 = b24 = b25 = b26 = b27 = b28 = b29 = b30 = b31 = b32 = b33 = b34 = c10 = c11 = c12 = c13 = c14 = c15 = c16 = c17 = c18 = c19 = c20 = c21 = c22 = c23 = c24 = c25 = c26 = c27 = c28 = c29 = c30 = c31 = c32 = c33 = c34 = d10 = d11 = d12 = d13 = d14 = d15 = d16 = d17 = d18 = d19 = d20 = d21 = d22 = d23 = d24 = d25 = d26 = d27 = d28 = d29 = d30 = d31 = d32 = d33 = d34 = e10 = e11 = e12 = e13 = e14 = e15 = e16 = e17 = e18 = e19 = e20 = e21 = e22 = e23 = e24 = e25 = e26 = e27 = e28 = e29 = e30 = e31 = e32 = e33 = e34 = f10 = f11 = f12 = f13 = f14 = f15 = f16 = f17 = f18 = f19 = f20 = f21 = f22 = f23 = f24 = f25 = f26 = f27 = f28 = f29 = f30 = f31 = f32 = f33 = f34 = g10 = g11 = g12 = g13 = g14 = g15 = g16 = g17 = g18 = g19 = g20 = g21 = g22 = g23 = g24 = g25 = g26 = g27 = g28 = g29 = g30 = g31 = g32 = g33 = g34 = h10 = h11 = h12 = h13 = h14 = h15 = h16 = h17 = h18 = h19 = h20 = h21 = h22 = h23 = h24 = h25 = h26 = h27 = h28 = h29 = h30 = h31 = h32 = h33 = h34 = i10 = i11 = i12 = i13 = i14 = i15 = i16 = i17 = i18 = i19 = i20 = i21 = i22 = i23 = i24 = i25 = i26 = i27 = i28 = i29 = i30 = i31 = i32 = i33 = i34 = j10 = j11 = j12 = j13 = j14 = j15 = j16 = j17 = j18 = j19 = j20 = j21 = j22 = j23 = j24 = j25 = j26 = j27 = j28 = j29 = j30 = j31 = j32 = j33 = j34 = left;
        return left == 0 ? a10 : wide(left - 1) + 1.0;
    }
}
