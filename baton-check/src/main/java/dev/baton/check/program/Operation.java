package dev.baton.check.program;

import dev.baton.check.event.AccessMode;
import org.jspecify.annotations.Nullable;

/**
 * What an instruction of the program does, as its code has it.
 *
 * @param access what kind of step it is
 * @param via    how the source says it
 * @param kind   type of the value as a descriptor's first character; {@code L} for every reference
 * @param update what an update does with the value it read
 * @param field  the field of a plain field instruction; null otherwise
 * @param modes  the modes that the code asks for
 */
public record Operation(Access access, Via via, char kind, Update update, @Nullable Field field, SiteModes modes) {
    /** What kind of step a site is. */
    public enum Access {
        NONE, READ, WRITE, UPDATE, FENCE
    }

    /** How the source says it. */
    public enum Via {
        OTHER, CALL, FIELD, VAR_HANDLE, ATOMIC, FENCE
    }

    /** What an update does with the value it read. */
    public enum Update {
        NONE, COMPARE_AND_SET, COMPARE_AND_EXCHANGE, SET, ADD, OR, AND, XOR
    }

    /**
     * A field as an instruction names it.
     *
     * @param owner internal name of the class that declares it
     */
    public record Field(String owner, String name) {
        @Override
        public String toString() {
            return owner + "." + name;
        }
    }

    /** No step by itself. */
    static final Operation NONE = new Operation(Access.NONE, Via.OTHER, 'L', Update.NONE, null,
            SiteModes.of(AccessMode.PLAIN));

    /** A call that is no access; whatever it does has this site. */
    static final Operation CALL = new Operation(Access.NONE, Via.CALL, 'L', Update.NONE, null,
            SiteModes.of(AccessMode.PLAIN));

    /** An access to an array element. */
    static Operation ofElement(char kind) {
        return new Operation(Access.NONE, Via.OTHER, kind, Update.NONE, null, SiteModes.of(AccessMode.PLAIN));
    }

    static Operation ofField(Access access, char kind, Field field, AccessMode mode) {
        return new Operation(access, Via.FIELD, kind, Update.NONE, field, SiteModes.of(mode));
    }

    static Operation ofFence(AccessMode mode) {
        return new Operation(Access.FENCE, Via.FENCE, 'L', Update.NONE, null, SiteModes.of(mode));
    }
}
