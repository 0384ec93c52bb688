package dev.baton.internal.park;

/**
 * Looks whether the stack has room for steps that must not be cut off in the middle. Between a change of state and the
 * wake-up of the threads that it serves, a {@link StackOverflowError} would leave a thread asleep for ever. An
 * operation that asks before its first step fails there instead, and has done nothing. A release, which nobody would
 * repeat, gives back what it has and leaves the wake-up to the next one.
 */
public final class StackRoom {
    /*
     * Overview
     *   A call whose frame is wide: four kilobytes, more than any hand-over needs. The interpreter makes the frame.
     *   Compiled code keeps none of its variables. But it must be able to go back to the interpreter at the call
     *   inside, so it touches the stack on entry as far down as the interpreter's frame would reach. That is one
     *   instruction. The assignments make the method too long to be inlined: a caller that asks only now and then must
     *   not ask on entry.
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
        double a10 = left, a11 = left, a12 = left, a13 = left, a14 = left, a15 = left, a16 = left, a17 = left,
                a18 = left, a19 = left, a20 = left, a21 = left, a22 = left, a23 = left, a24 = left, a25 = left,
                a26 = left, a27 = left, a28 = left, a29 = left, a30 = left, a31 = left, a32 = left, a33 = left,
                a34 = left, b10 = left, b11 = left, b12 = left, b13 = left, b14 = left, b15 = left, b16 = left,
                b17 = left, b18 = left, b19 = left, b20 = left, b21 = left, b22 = left, b23 = left, b24 = left,
                b25 = left, b26 = left, b27 = left, b28 = left, b29 = left, b30 = left, b31 = left, b32 = left,
                b33 = left, b34 = left, c10 = left, c11 = left, c12 = left, c13 = left, c14 = left, c15 = left,
                c16 = left, c17 = left, c18 = left, c19 = left, c20 = left, c21 = left, c22 = left, c23 = left,
                c24 = left, c25 = left, c26 = left, c27 = left, c28 = left, c29 = left, c30 = left, c31 = left,
                c32 = left, c33 = left, c34 = left, d10 = left, d11 = left, d12 = left, d13 = left, d14 = left,
                d15 = left, d16 = left, d17 = left, d18 = left, d19 = left, d20 = left, d21 = left, d22 = left,
                d23 = left, d24 = left, d25 = left, d26 = left, d27 = left, d28 = left, d29 = left, d30 = left,
                d31 = left, d32 = left, d33 = left, d34 = left, e10 = left, e11 = left, e12 = left, e13 = left,
                e14 = left, e15 = left, e16 = left, e17 = left, e18 = left, e19 = left, e20 = left, e21 = left,
                e22 = left, e23 = left, e24 = left, e25 = left, e26 = left, e27 = left, e28 = left, e29 = left,
                e30 = left, e31 = left, e32 = left, e33 = left, e34 = left, f10 = left, f11 = left, f12 = left,
                f13 = left, f14 = left, f15 = left, f16 = left, f17 = left, f18 = left, f19 = left, f20 = left,
                f21 = left, f22 = left, f23 = left, f24 = left, f25 = left, f26 = left, f27 = left, f28 = left,
                f29 = left, f30 = left, f31 = left, f32 = left, f33 = left, f34 = left, g10 = left, g11 = left,
                g12 = left, g13 = left, g14 = left, g15 = left, g16 = left, g17 = left, g18 = left, g19 = left,
                g20 = left, g21 = left, g22 = left, g23 = left, g24 = left, g25 = left, g26 = left, g27 = left,
                g28 = left, g29 = left, g30 = left, g31 = left, g32 = left, g33 = left, g34 = left, h10 = left,
                h11 = left, h12 = left, h13 = left, h14 = left, h15 = left, h16 = left, h17 = left, h18 = left,
                h19 = left, h20 = left, h21 = left, h22 = left, h23 = left, h24 = left, h25 = left, h26 = left,
                h27 = left, h28 = left, h29 = left, h30 = left, h31 = left, h32 = left, h33 = left, h34 = left,
                i10 = left, i11 = left, i12 = left, i13 = left, i14 = left, i15 = left, i16 = left, i17 = left,
                i18 = left, i19 = left, i20 = left, i21 = left, i22 = left, i23 = left, i24 = left, i25 = left,
                i26 = left, i27 = left, i28 = left, i29 = left, i30 = left, i31 = left, i32 = left, i33 = left,
                i34 = left, j10 = left, j11 = left, j12 = left, j13 = left, j14 = left, j15 = left, j16 = left,
                j17 = left, j18 = left, j19 = left, j20 = left, j21 = left, j22 = left, j23 = left, j24 = left,
                j25 = left, j26 = left, j27 = left, j28 = left, j29 = left, j30 = left, j31 = left, j32 = left,
                j33 = left, j34 = left;
        return left == 0 ? a10 : wide(left - 1) + 1.0;
    }
}
