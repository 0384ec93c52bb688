package dev.baton.check.replay;

import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.ProgramLoader;
import org.jspecify.annotations.Nullable;

/** A thread of a program under check that makes no steps: what it does to its own objects can be looked at. */
final class ReplayFixture {
    /** An object as a rewritten class would make it, the tag included. */
    static final class Node implements Tagged {
        private @Nullable Tag $batonTag;
        final @Nullable Node fixed;
        @Nullable
        Node next;
        int value;

        Node(@Nullable Node fixed) {
            this.fixed = fixed;
        }

        @Override
        public @Nullable Tag $batonTag() {
            return $batonTag;
        }

        @Override
        public void $batonTag(@Nullable Tag tag) {
            $batonTag = tag;
            if (tag != null) {
                tag.built = Node.class; // its constructor has ended, for all that a test does with it
            }
        }
    }

    final Image image = new Image(new ProgramLoader(ReplayFixture.class.getClassLoader()), Settings.DEFAULT);

    /** A new thread that knows this of its program. */
    SimThread thread(Knowledge known) {
        Runnable body = () -> {};
        int number = image.addThread(new Thread(body), body, "thread " + image.threadCount());
        BytecodeProgram program = new BytecodeProgram(image, known, ModeAssignment.NONE, false, new ExercisedSites());
        return new SimThread(program, image.cast.entry(number));
    }
}
