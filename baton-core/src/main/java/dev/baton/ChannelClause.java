package dev.baton;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** A send to a channel or a receive from it, as a clause of a select. */
final class ChannelClause<R> extends Clause<R> {
    private final ReceivingEnd<?> channel;
    private final @Nullable Object element;

    /** A clause that sends {@code element}, or receives if that is null; the mapping gets what comes of it. */
    ChannelClause(ReceivingEnd<?> channel, @Nullable Object element, Function<Object, ? extends R> mapping) {
        super(channel, mapping);
        this.channel = channel;
        this.element = element;
    }

    @Override
    String kind() {
        return element == null ? "receive" : "send";
    }

    @Override
    @Nullable
    Object poll() {
        if (element == null) {
            Object found = channel.found();
            return found == ChannelMark.EMPTY ? null : found;
        }
        if (channel.isClosedForSend()) {
            return ChannelMark.CLOSED;
        }
        ChannelMark answer = channel.cells.send(element);
        return answer == ChannelMark.FULL ? null : answer;
    }

    @Override
    boolean enter(Selection selection) {
        Place place = new Place(selection);
        selection.enter(place);
        return element == null ? channel.cells.enterReceive(place) : channel.cells.enterSend(place);
    }

    /** Where the clause stands for one selection. */
    final class Place extends Offer implements Selection.Entry {
        private final Selection selection;
        private final Selection.@Nullable Chosen placed;
        private final Selection.@Nullable Chosen taken;

        Place(Selection selection) {
            super(element, null);
            this.selection = selection;
            this.placed = element == null ? null : new Selection.Chosen(ChannelClause.this, Sent.PLACED);
            this.taken = element == null ? null : new Selection.Chosen(ChannelClause.this, Sent.TAKEN);
        }

        @Override
        Clause<?> clause() {
            return ChannelClause.this;
        }

        @Override
        Decision decision() {
            return selection;
        }

        @Override
        Object sent(Sent how) {
            Selection.Chosen outcome = how == Sent.PLACED ? placed : taken;
            assert outcome != null;
            return outcome;
        }

        @Override
        Object received(Object value) {
            return new Selection.Chosen(ChannelClause.this, value);
        }

        @Override
        boolean hasHappened() {
            return selection.isChosen(this);
        }

        @Override
        public void withdraw() {
            vacate();
        }
    }
}
