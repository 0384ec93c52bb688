package dev.baton.check.replay;

import java.util.List;

/**
 * A thread needs to be shown more than the exploration's {@link Knowledge} lets it: the exploration ends here, and
 * another one begins with these facts known. No execution that was completed before was wrong; none counts.
 */
public final class BeginAnew extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Knowledge.Fact> facts;

    BeginAnew(List<Knowledge.Fact> facts) {
        super(null, null, false, false);
        this.facts = List.copyOf(facts);
    }

    BeginAnew(Knowledge.Fact fact) {
        this(List.of(fact));
    }

    /** The image has noted itself what is to be known ({@link SpinRules}). */
    BeginAnew() {
        this(List.of());
    }

    List<Knowledge.Fact> facts() {
        return facts;
    }
}
