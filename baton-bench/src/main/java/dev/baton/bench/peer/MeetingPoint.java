package dev.baton.bench.peer;

/** What a fixed number of workers wait at for each other, again and again. */
@FunctionalInterface
public interface MeetingPoint {
    void arrive() throws Exception;
}
