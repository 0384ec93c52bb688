package dev.baton;

/** Grant queue whose state counts permits: a request is let through when there are as many as it asks for. */
final class PermitQueue extends GrantQueue {
    private final Object primitive;

    PermitQueue(Object primitive, int permits, Tuning tuning) {
        super(permits, tuning);
        this.primitive = primitive;
    }

    @Override
    boolean allows(int permits, int wanted) {
        return permits >= wanted;
    }

    @Override
    int after(int permits, int wanted) {
        return permits - wanted;
    }

    @Override
    Object blocker() {
        return primitive;
    }
}
