package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What the rewriter makes a site of, and what it knows of it. */
class SitesOfAClassTest {
    @SuppressWarnings("unused")
    static class Sample {
        static final VarHandle NEXT;

        static {
            try {
                NEXT = MethodHandles.lookup().findVarHandle(Sample.class, "next", Object.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        volatile int state;
        long plain;
        Object next;
        final AtomicInteger atomic = new AtomicInteger();

        void fields() {
            state = (int) plain;
        }

        void handle(Object value) {
            NEXT.setRelease(this, value);
            NEXT.weakCompareAndSetPlain(this, value, null);
        }

        void fence() {
            VarHandle.acquireFence();
        }

        int atomic() {
            return atomic.getAndAdd(2);
        }

        int element(short[] array) {
            return array[0];
        }

        void park() {
            LockSupport.park(this);
        }
    }

    private static List<Site> sites(String method) {
        ProgramLoader loader = new ProgramLoader(SitesOfAClassTest.class.getClassLoader());
        try {
            Class.forName(Sample.class.getName(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return loader.sites().all().stream().filter(site -> site.method.equals(method)).toList();
    }

    private static String show(Site site) {
        SiteModes modes = site.modes();
        return site.operationText() + " " + site.access() + " " + site.via() + " " + site.kind() + " " + site.update()
                + " " + modes.mode() + (modes.weak() ? " weak" : "");
    }

    @Test
    void fieldAccessHasTheModeOfItsField() {
        assertThat(sites("fields")).extracting(SitesOfAClassTest::show).containsExactly(
                "read plain READ FIELD J NONE PLAIN", "write state WRITE FIELD I NONE VOLATILE");
        assertThat(sites("fields")).extracting(Site::field).containsExactly(
                new Operation.Field(Sample.class.getName().replace('.', '/'), "plain"),
                new Operation.Field(Sample.class.getName().replace('.', '/'), "state"));
    }

    @Test
    void handleAccessHasTheModeOfItsName() {
        assertThat(sites("handle")).extracting(SitesOfAClassTest::show).containsExactly(
                "read NEXT READ FIELD L NONE PLAIN",
                "NEXT.setRelease WRITE VAR_HANDLE L NONE RELEASE",
                "read NEXT READ FIELD L NONE PLAIN",
                "NEXT.weakCompareAndSetPlain UPDATE VAR_HANDLE L COMPARE_AND_SET PLAIN weak");
    }

    @Test
    void fenceIsAStep() {
        assertThat(sites("fence")).extracting(SitesOfAClassTest::show)
                .containsExactly("acquireFence FENCE FENCE L NONE ACQUIRE");
    }

    @Test
    void elementIsPlain() {
        assertThat(sites("element")).extracting(SitesOfAClassTest::show)
                .containsExactly("array element NONE OTHER S NONE PLAIN");
    }

    @Test
    void replacedCallIsACall() {
        assertThat(sites("park")).extracting(SitesOfAClassTest::show)
                .containsExactly("LockSupport.park NONE CALL L NONE PLAIN");
        assertThat(sites("park").getFirst().called()).isEqualTo("park");
    }

    @Test
    void siteOfAnAtomicIsItsCall() {
        List<Site> sites = sites("atomic");
        assertThat(sites).extracting(site -> site.what).contains("AtomicInteger.getAndAdd");
        assertThat(sites.getLast().modes()).isEqualTo(SiteModes.of(AccessMode.VOLATILE));
    }
}
