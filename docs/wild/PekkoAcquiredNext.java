import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A consumer of a linked queue finds that the last node has changed, and waits for the link to it by reads that see it. */
class PekkoAcquiredNext {
    static final class Node {
        Node next;
    }

    Node last = new Node();

    static final VarHandle LAST;
    static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LAST = lookup.findVarHandle(PekkoAcquiredNext.class, "last", Node.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @ModelCheck
    void consumerGoesOn(Scenario scenario) {
        Node first = last;
        scenario.thread("producer", () -> {
            Node node = new Node();
            NEXT.setRelease((Node) LAST.getAndSet(this, node), node);
        });
        scenario.thread("consumer", () -> {
            if (LAST.getVolatile(this) != first) {
                while (NEXT.getAcquire(first) == null) {
                    Thread.onSpinWait();
                }
            }
        });
    }
}
