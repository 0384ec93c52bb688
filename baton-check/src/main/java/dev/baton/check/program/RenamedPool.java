package dev.baton.check.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The constant pool of a class file with other names and descriptors in it; the program's string literals stay. */
final class RenamedPool {
    private static final int UTF8 = 1;
    private static final int STRING = 8;

    private final UnaryOperator<String> names;
    private final DataInputStream in;
    /** What each text was; null for what is no text. */
    private final String[] texts;
    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(pool);
    /** The literals that have the text of a name: each gets a text of its own behind the others. */
    private final List<String> literals = new ArrayList<>();
    private boolean changed;

    private RenamedPool(DataInputStream in, int count, UnaryOperator<String> names) {
        this.in = in;
        this.names = names;
        this.texts = new String[count];
    }

    /** A class file with other names in it, or the same one if it has none to change. */
    static byte[] rename(byte[] classFile, UnaryOperator<String> names) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
            long head = in.readLong();
            RenamedPool renamed = new RenamedPool(in, in.readUnsignedShort(), names);
            renamed.collect(classFile);
            renamed.write();
            if (!renamed.changed) {
                return classFile;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 1024);
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(head);
            out.writeShort(renamed.texts.length + renamed.literals.size());
            renamed.pool.writeTo(out);
            in.transferTo(out);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalArgumentException("not a class file", e);
        }
    }

    /** Reads the texts, which may stand behind the literals that refer to them. */
    private void collect(byte[] classFile) throws IOException {
        DataInputStream ahead = new DataInputStream(new ByteArrayInputStream(classFile));
        ahead.skipNBytes(10);
        for (int i = 1; i < texts.length; i++) {
            int tag = ahead.readUnsignedByte();
            if (tag == UTF8) {
                texts[i] = ahead.readUTF();
            } else {
                ahead.skipNBytes(size(tag));
                i += isWide(tag) ? 1 : 0;
            }
        }
    }

    private void write() throws IOException {
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                String text = in.readUTF();
                String renamed = names.apply(text);
                changed |= !renamed.equals(text);
                out.writeUTF(renamed);
            } else if (tag == STRING) {
                out.writeShort(literal(in.readUnsignedShort()));
            } else {
                out.write(in.readNBytes(size(tag)));
                i += isWide(tag) ? 1 : 0;
            }
        }
        for (String literal : literals) {
            out.writeByte(UTF8);
            out.writeUTF(literal);
        }
    }

    private int literal(int index) {
        String text = texts[index];
        if (names.apply(text).equals(text)) {
            return index;
        }
        literals.add(text);
        return texts.length + literals.size() - 1;
    }

    private static boolean isWide(int tag) {
        return tag == 5 || tag == 6;
    }

    private static int size(int tag) throws IOException {
        return switch (tag) {
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 7, STRING, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IOException("constant pool tag " + tag);
        };
    }
}
