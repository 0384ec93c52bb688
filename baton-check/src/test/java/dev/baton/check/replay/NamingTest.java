package dev.baton.check.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.replay.ReplayFixture.Node;
import org.junit.jupiter.api.Test;

/** An object has the same number in every run in which its thread has named the same objects before. */
class NamingTest {
    private final ReplayFixture fixture = new ReplayFixture();
    private final Names names = fixture.image.names;
    private final SimThread thread = fixture.thread(Knowledge.NONE);

    private static long offer(SimThread by, Object object) {
        long number = by.publisher.offer(object, 0);
        by.publisher.open(0);
        return number;
    }

    private void beginAnew() {
        thread.publisher.reset();
        thread.births.reset();
        thread.tags.reset();
    }

    @Test
    void nextRunGivesTheSameNumbers() {
        long first = offer(thread, new Node(null));
        long second = offer(thread, new Node(null));
        beginAnew();
        assertThat(offer(thread, new Node(null))).isEqualTo(first);
        assertThat(offer(thread, new Node(null))).isEqualTo(second).isNotEqualTo(first);
    }

    @Test
    void finalFieldsArePartOfTheName() {
        assertThat(numberOfOneWith(0)).isEqualTo(numberOfOneWith(0)).isNotEqualTo(numberOfOneWith(1));
    }

    /** Of an object whose final field refers to one of two that have numbers already. */
    private long numberOfOneWith(int which) {
        beginAnew();
        Node[] parts = {new Node(null), new Node(null)};
        offer(thread, parts[0]);
        offer(thread, parts[1]);
        return offer(thread, new Node(parts[which]));
    }

    @Test
    void objectsOfTwoThreadsAreTwo() {
        assertThat(offer(thread, new Node(null))).isNotEqualTo(offer(fixture.thread(Knowledge.NONE), new Node(null)));
    }

    @Test
    void equalValuesAreOne() {
        assertThat(offer(thread, "a")).isEqualTo(offer(thread, new StringBuilder("a").toString()))
                .isNotEqualTo(offer(thread, "b"));
        assertThat(offer(thread, 5)).isEqualTo(offer(fixture.thread(Knowledge.NONE), 5));
        assertThat(offer(thread, null)).isZero();
    }

    @Test
    void lengthIsPartOfAnArraysName() {
        long two = offer(thread, new int[2]);
        beginAnew();
        assertThat(offer(thread, new int[2])).isEqualTo(two);
        beginAnew();
        assertThat(offer(thread, new int[3])).isNotEqualTo(two);
    }

    @Test
    void placesAreKnownByTheBirth() {
        Shadow shadow = names.birth(1, 0, new Node(null));
        assertThat(names.birth(1, 0, new Node(null))).isSameAs(shadow);
        assertThat(names.birth(1, 1, new Node(null))).isNotSameAs(shadow);
        assertThat(names.birth(2, 0, new Node(null))).isNotSameAs(shadow);
        assertThat(shadow.describe(Shadow.HIDDEN)).isEqualTo("Node#1.fixed");
        assertThat(shadow.describe(Shadow.MONITOR)).isEqualTo("Node#1.monitor");
        assertThat(names.birth(1, 2, new long[3]).describe(Shadow.HIDDEN + 2)).isEqualTo("long[]#1[2]");
    }
}
