package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A rewritten class whose sites have no numbers yet: every loader of the same class files can take it, and numbers the
 * sites in the order in which it loads its classes. Rewriting a class takes many times as long as taking it.
 */
final class RewrittenClass {
    /*
     * Overview. Rewritten code names a site by its number, a constant. A class is rewritten with drafts of its sites, whose
     * numbers are from a range that none of its own constants is in. Numbers so large stand in the constant pool, so to number
     * the sites is to write the loader's numbers over the drafts' there.
     */
    private static final int FIRST_RANGE = 0x5BA7_0000;
    private static final int RANGE = 0x10_0000;
    private static final int[] SIZES = new int[21];

    static {
        Arrays.fill(SIZES, 5);
        for (int tag : new int[]{7, 8, 16, 19, 20}) { // class, string, method type, module, package
            SIZES[tag] = 3;
        }
        SIZES[15] = 4; // method handle
        SIZES[5] = 9; // long
        SIZES[6] = 9; // double
    }

    private final byte[] bytes;
    private final List<Site> drafts;
    private final int base;

    private RewrittenClass(byte[] bytes, List<Site> drafts, int base) {
        this.bytes = bytes;
        this.drafts = drafts;
        this.base = base;
    }

    /** Rewrites a class file. */
    static RewrittenClass of(byte[] original, ProgramLoader loader, ClassIndex index) {
        int base = freeRange(ClassFile.of().parse(original));
        Sites drafts = new Sites(base);
        byte[] bytes = new Instrumenter(loader, drafts, index).rewrite(original);
        return new RewrittenClass(loader.tellsDependencies() ? DependencyRewriter.rewrite(bytes, index) : bytes,
                drafts.all(), base);
    }

    /** The number before a range that the class has no constant in. */
    private static int freeRange(ClassModel model) {
        int base = FIRST_RANGE;
        for (int begin = 0; begin != base;) {
            begin = base;
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof IntegerEntry constant && isWithin(constant.intValue(), base, RANGE)) {
                    base += RANGE;
                }
            }
        }
        return base;
    }

    private static boolean isWithin(int constant, int base, int count) {
        return Integer.compareUnsigned(constant - base, count) < 0;
    }

    /** The class file, with the sites added to those of a loader. */
    byte[] withSites(Sites sites) {
        int first = sites.addAll(drafts);
        ByteBuffer numbered = ByteBuffer.wrap(bytes.clone());
        int constants = numbered.getShort(8) & 0xffff;
        int at = 10;
        for (int i = 1; i < constants; i++) {
            int tag = numbered.get(at);
            if (tag == PoolEntry.TAG_UTF8) {
                at += 3 + (numbered.getShort(at + 1) & 0xffff);
                continue;
            }
            if (tag == PoolEntry.TAG_INTEGER && isWithin(numbered.getInt(at + 1), base + 1, drafts.size())) {
                numbered.putInt(at + 1, numbered.getInt(at + 1) - (base + 1) + first);
            }
            if (tag == PoolEntry.TAG_LONG || tag == PoolEntry.TAG_DOUBLE) {
                i++; // takes two places
            }
            at += SIZES[tag];
        }
        return numbered.array();
    }
}
