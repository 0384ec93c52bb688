package dev.baton.check.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.replay.ReplayFixture.Node;
import org.junit.jupiter.api.Test;

/** Publication and freezing: from when on others may know an object, and what they see at least. */
class PublisherTest {
    private final ReplayFixture fixture = new ReplayFixture();
    private final SimThread thread = fixture.thread(Knowledge.NONE);

    private Tag tag(Object object) {
        return thread.tags.of(object);
    }

    @Test
    void offeredObjectIsOpenOnlyAfterTheWrite() {
        Node node = new Node(null);
        long number = thread.publisher.offer(node, 0);
        assertThat(thread.publisher.object(number)).isSameAs(node);
        assertThat(tag(node).traced).isTrue();
        assertThat(tag(node).open).isFalse();
        thread.publisher.open(0);
        assertThat(tag(node).open).isTrue();
    }

    @Test
    void withdrawnObjectStaysPrivate() {
        Node node = new Node(null);
        thread.publisher.offer(node, 0);
        thread.publisher.withdraw();
        thread.publisher.open(0);
        assertThat(tag(node).open).isFalse();
    }

    @Test
    void objectInAPrivateOneIsKnownWithIt() {
        Node holder = new Node(null);
        Node held = new Node(null);
        thread.publisher.offer(holder, 0);
        thread.publisher.withdraw();
        thread.publisher.offer(held, 0);
        thread.publisher.commit(tag(holder));
        assertThat(tag(held).open).isFalse();
        thread.publisher.offer(holder, 0);
        thread.publisher.open(0);
        assertThat(tag(held).open).isTrue();
    }

    @Test
    void whatAFinalFieldRefersToIsNamedAlong() {
        Node part = new Node(null);
        Node whole = new Node(part);
        thread.publisher.offer(whole, 0);
        assertThat(tag(part).identity).isNotNull();
        thread.publisher.open(0);
        assertThat(tag(part).open).isTrue();
    }

    @Test
    void otherThreadIsGivenACanonicalObjectWithTheFinalFieldsAlone() {
        Node part = new Node(null);
        Node whole = new Node(part);
        long number = thread.publisher.offer(whole, 0);
        thread.publisher.open(0);
        SimThread other = fixture.thread(Knowledge.NONE);
        Node seen = (Node) other.publisher.object(number);
        assertThat(seen).isNotSameAs(whole);
        assertThat(seen.fixed).isSameAs(other.publisher.object(thread.publisher.known(part)));
        assertThat(other.tags.of(seen).isGiven()).isTrue();
    }

    @Test
    void freezeReachesThroughFinalFieldsAndWhatTheyHold() {
        Node deep = new Node(null);
        Node part = new Node(null);
        part.next = deep;
        Node loose = new Node(null);
        Node whole = new Node(part);
        whole.next = loose;
        tag(part).touched = true;
        thread.publisher.freeze(whole);
        assertThat(tag(part).frozen).isTrue();
        assertThat(tag(part).touched).as("what came before is in its initial values").isFalse();
        assertThat(tag(deep).frozen).isTrue();
        assertThat(tag(loose).frozen).as("by a field that is not final").isFalse();
        assertThat(tag(whole).frozen).isFalse();
    }

    @Test
    void frozenObjectHasItsContentFromTheBeginning() {
        Node part = new Node(null);
        part.value = 7;
        Node whole = new Node(part);
        thread.publisher.freeze(whole);
        thread.publisher.offer(whole, 0);
        Shadow shadow = tag(part).number().shadow;
        int index = shadow.fields().find(Node.class, "value").index();
        assertThat(shadow.initialValue(Shadow.HIDDEN + index)).isEqualTo(7);
        assertThat(thread.events).as("no write of it is a step").isZero();
    }

    @Test
    void publishedObjectIsFrozenNoMore() {
        Node part = new Node(null);
        thread.publisher.offer(part, 0);
        thread.publisher.open(0);
        thread.publisher.freeze(new Node(part));
        assertThat(tag(part).frozen).isFalse();
        assertThat(tag(part).traced).isTrue();
    }
}
