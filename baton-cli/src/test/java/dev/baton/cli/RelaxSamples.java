package dev.baton.cli;

import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.StringTokenizer;

/** Classes to relax, and their checks, for the tests of the command. */
final class RelaxSamples {
    private RelaxSamples() {}

    /** Hands a number over; stronger than it need be. */
    static final class Mailbox {
        private static final VarHandle FULL;

        static {
            try {
                FULL = MethodHandles.lookup().findVarHandle(Mailbox.class, "full", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private int letter;
        private boolean full;

        void send(int number) {
            letter = number;
            FULL.setVolatile(this, true);
        }

        int receive() {
            return (boolean) FULL.getVolatile(this) ? letter : -1;
        }

        void sendTooEarly(int number) {
            FULL.setOpaque(this, true);
            letter = number;
        }
    }

    static final class MailboxChecks {
        @ModelCheck
        void letterArrivesWhole(Scenario scenario) {
            Mailbox box = new Mailbox();
            scenario.thread("Alice", () -> box.send(7));
            scenario.thread("Bob", () -> {
                int seen = box.receive();
                assert seen == 7 || seen == -1 : "stale " + seen;
            });
        }
    }

    static final class WrongMailboxChecks {
        @ModelCheck
        void letterArrivesWhole(Scenario scenario) {
            Mailbox box = new Mailbox();
            scenario.thread("Alice", () -> box.sendTooEarly(7));
            scenario.thread("Bob", () -> {
                int seen = box.receive();
                assert seen == 7 || seen == -1 : "stale " + seen;
            });
        }
    }

    static final class UnmodelledChecks {
        @ModelCheck
        void sharesAList(Scenario scenario) {
            StringTokenizer list = new StringTokenizer("a b");
            scenario.threads(2, () -> list.nextToken());
        }
    }
}
