package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a run knows about one Java object. */
/*
 * States
 *   local    accesses are the original instructions and no steps: nothing says that the object is ever offered
 *   traced   each access is a step, although nobody else holds a reference yet (private) or somebody may (open)
 *
 *   A private object's fields also stand in the Java heap, as the thread left them: nobody else can write them.
 *   Once it is open they live in the execution graph only.
 */
public final class Tag {
    /** The birth of what the set-up or another thread made. */
    private static final int GIVEN = -1;

    /** Age in ticks of the thread that made it. */
    final int birth;
    /** The line that made it. */
    final int place;
    /** The thread's own object; null if it is given. */
    private final @Nullable Object object;
    boolean traced;
    /** Other threads may hold a reference. */
    boolean open;
    /** Its places, once it is traced. */
    @Nullable
    Shadow shadow;
    /** Its number, once it was offered. */
    @Nullable
    Identity identity;
    /** Accessed since its birth, or since it was frozen, without a step. */
    boolean touched;
    /** Reached by a final field when a constructor ended, and not accessed by a step since. */
    boolean frozen;
    /** Accessed without a step in a way that may order what is around it. */
    boolean ordered;
    /** Written by a step that releases. */
    boolean released;
    /** The places that it had before it was frozen, if others can acquire from a write to them. */
    @Nullable
    Shadow before;
    /** Its number was given to anything: it stays what it is. */
    boolean shown;
    int hash;
    /** The class whose constructor ended last: its final fields, and those of its superclasses, have their values. */
    @Nullable
    Class<?> built;
    /** Of an exception: the step was made that says that it has its message. */
    boolean marked;
    /** The number of the initializer that made it when a thread needed a class, or 0. */
    int madeBy;
    /** Which of those that are being named now, from 1; else 0. */
    int position;
    /** Objects to which a reference may be found in this one. */
    private @Nullable List<Tag> leadsTo;
    /** Objects whose numbers are part of its name. */
    private @Nullable List<Tag> inName;

    private Tag(int birth, int place, @Nullable Object object) {
        this.birth = birth;
        this.place = place;
        this.object = object;
    }

    /** Of an object that the set-up made, or another thread. */
    static Tag given() {
        Tag tag = new Tag(GIVEN, 0, null);
        tag.traced = true;
        tag.open = true;
        return tag;
    }

    /** The same, with its number. */
    static Tag given(Identity identity) {
        Tag tag = given();
        tag.know(identity);
        return tag;
    }

    /** Of an object that the running thread makes. */
    static Tag own(Object object, int birth, int place) {
        return new Tag(birth, place, object);
    }

    /** The object, which the running thread made. */
    Object object() {
        return Objects.requireNonNull(object);
    }

    /** The places of an object that is traced. */
    Shadow places() {
        return Objects.requireNonNull(shadow);
    }

    /** The number of an object that was offered. */
    Identity number() {
        return Objects.requireNonNull(identity);
    }

    boolean isGiven() {
        return birth == GIVEN;
    }

    void know(Identity named) {
        identity = named;
        shadow = named.shadow;
    }

    /** Nothing depends on its number, if it has one: it may have another one, with other places. */
    boolean mayFreeze() {
        return identity == null || !shown && !open;
    }

    /** What is in it now will be the initial value of its places. It is local until the next access. */
    void freeze() {
        if (traced) {
            before = released ? shadow : null;
            released = false;
            ordered = false;
        }
        traced = false;
        identity = null;
        shadow = null;
        inName = null;
        touched = false;
        frozen = true;
    }

    /** Its number was given to something, and with it those that its name has. */
    void show() {
        if (!shown) {
            shown = true;
            if (inName != null) {
                inName.forEach(Tag::show);
            }
        }
    }

    /** Notes that the number of the other one is part of the name of this one. */
    void isNamedWith(Tag other) {
        if (!other.shown && !other.isGiven()) {
            if (inName == null) {
                inName = new ArrayList<>(4);
            }
            inName.add(other);
        }
    }

    /** Notes that a reference to the other one was put into this one. */
    void leadsTo(Tag other) {
        if (leadsTo == null) {
            leadsTo = new ArrayList<>(4);
        }
        leadsTo.add(other);
    }

    /** The notes, which are forgotten. */
    List<Tag> takeLeads() {
        List<Tag> leads = leadsTo == null ? List.of() : leadsTo;
        leadsTo = null;
        return leads;
    }
}
