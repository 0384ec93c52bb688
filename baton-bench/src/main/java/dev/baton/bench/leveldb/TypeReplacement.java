package dev.baton.bench.leveldb;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Replaces one type by another in a class file. Types are named in the constant pool only, by text, so all else stays as it
 * is, byte by byte.
 *
 * @param from the type, as class files name it
 * @param to   what takes its place
 */
record TypeReplacement(String from, String to) {
    private static final int MAGIC_AND_VERSION = 8;
    private static final int UTF8 = 1;

    static TypeReplacement of(Class<?> from, Class<?> to) {
        return new TypeReplacement(from.getName().replace('.', '/'), to.getName().replace('.', '/'));
    }

    byte[] in(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        copy(in, out, MAGIC_AND_VERSION);
        int entries = in.readUnsignedShort();
        out.writeShort(entries);
        for (int entry = 1; entry < entries; entry++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                out.writeUTF(replaced(in.readUTF()));
            } else {
                int length = lengthOf(tag);
                copy(in, out, length);
                if (length == Long.BYTES) {
                    entry++; // it takes two places
                }
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    /** The name itself, and where it stands in a descriptor. */
    private String replaced(String text) {
        return text.equals(from) ? to : text.replace("L" + from + ";", "L" + to + ";");
    }

    /** Bytes of a constant that is not text. */
    private static int lengthOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2; // class, string, method type, module, package
            case 15 -> 3; // method handle
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4; // int, float, members, name and type, dynamic
            case 5, 6 -> Long.BYTES; // long, double
            default -> throw new IllegalArgumentException("constant with tag " + tag);
        };
    }

    private static void copy(DataInputStream in, DataOutputStream out, int length) throws IOException {
        byte[] buffer = new byte[length];
        in.readFully(buffer);
        out.write(buffer);
    }
}
