package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fields of the JDK's classes that its code reads more weakly than the models need for what the JDK promises. Their reads
 * are taken to be as strong as the promise, unless a check asks for the code as it is written.
 */
/*
 * A row is here only if the class promises the order to its users: that what a thread did before it put an element into a collection
 * happens before what another thread does after it found the element, or that a queue wakes a thread whose element was taken. A read
 * gets the weakest mode that is enough for it. No write, no compare-and-set and no fence is changed. Decision 420 has the argument.
 */
public final class JdkContract {
    private JdkContract() {}

    /**
     * A field whose reads are taken to be stronger.
     *
     * @param className internal name of the class that declares it
     * @param field     its name
     * @param mode      the mode of its reads
     * @param reason    on what its class relies
     */
    public record Row(String className, String field, AccessMode mode, String reason) {
        /** {@return the field as a reader knows it: {@code ConcurrentSkipListMap.Node.next}} */
        public String name() {
            return className.substring(className.lastIndexOf('/') + 1).replace('$', '.') + "." + field;
        }

        private boolean concerns(Operation.Field read) {
            return read.name().equals(field) && read.owner().equals(ShadowNames.PREFIX + className);
        }
    }

    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String SKIP_LIST = CONCURRENT + "ConcurrentSkipListMap";
    private static final String BY_ADDRESS = "the fields of what it leads to are read by its address";

    private static final List<Row> ROWS = List.of(
            new Row(CONCURRENT + "LinkedTransferQueue$DualNode", "waiter", AccessMode.VOLATILE,
                    "the compare-and-set of the item before it is a full fence"),
            new Row(SKIP_LIST, "head", AccessMode.ACQUIRE, BY_ADDRESS),
            new Row(SKIP_LIST + "$Index", "right", AccessMode.ACQUIRE, BY_ADDRESS),
            new Row(SKIP_LIST + "$Node", "next", AccessMode.ACQUIRE, BY_ADDRESS),
            new Row(SKIP_LIST + "$Node", "val", AccessMode.ACQUIRE, "the value's own fields are read by its address"));

    /** {@return all rows} */
    public static List<Row> rows() {
        return ROWS;
    }

    /** The row that a site is concerned by; null if there is none. */
    public static @Nullable Row row(Site site) {
        Operation.Field field = site.field();
        if (field == null || !site.library || site.access() != Operation.Access.READ) {
            return null;
        }
        return ROWS.stream().filter(row -> row.concerns(field)).findFirst().orElse(null);
    }
}
