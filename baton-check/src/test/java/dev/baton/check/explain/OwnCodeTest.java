package dev.baton.check.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import org.junit.jupiter.api.Test;

/** Which classes are the reader's. */
class OwnCodeTest {
    private static URL url(String text) {
        try {
            return URI.create(text).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Classes of {@code org.lib} come from a jar, those of {@code com.shop} from another, all others from a directory. */
    private static URL classFile(String name) {
        String file = name.replace('.', '/') + ".class";
        return name.startsWith("org.lib.")
                ? url("jar:file:/lib.jar!/" + file)
                : name.startsWith("com.shop.") ? url("jar:file:/shop.jar!/" + file) : url("file:/classes/" + file);
    }

    @Test
    void directoriesAreTheReadersAndJarsAreLibraries() {
        OwnCode own = new OwnCode(OwnCodeTest::classFile);
        own.beginsIn("app.checks.GateTest");
        assertThat(own.isOwn("app.gate.Gate")).isTrue();
        assertThat(own.isOwn("other.Module")).isTrue();
        assertThat(own.isOwn("org.lib.Queue")).isFalse();
        assertThat(own.isOwn("com.shop.Cart")).isFalse();
        assertThat(own.isOwn("java.util.concurrent.Semaphore")).isFalse();
    }

    @Test
    void theJarInWhichAThreadBeginsIsTheReaders() {
        OwnCode own = new OwnCode(OwnCodeTest::classFile);
        own.beginsIn("com.shop.CartCheck");
        assertThat(own.isOwn("com.shop.Cart")).isTrue();
        assertThat(own.isOwn("org.lib.Queue")).isFalse();
    }

    @Test
    void theJdkIsALibraryWhereverAThreadBegins() {
        OwnCode own = new OwnCode(OwnCodeTest::classFile);
        own.beginsIn("java.lang.Thread");
        assertThat(own.isOwn("java.lang.Thread")).isFalse();
    }
}
