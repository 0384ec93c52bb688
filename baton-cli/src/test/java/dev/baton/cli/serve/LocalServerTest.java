package dev.baton.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of the page: answers only callers that know the token, and lets no program out of its room. */
class LocalServerTest {
    private static final String VIOLATED = """
            import dev.baton.check.api.*;
            public class Lost {
                volatile int hits;
                @ModelCheck void everyHitCounts(Scenario scenario) {
                    scenario.threads(2, () -> hits = hits + 1);
                    scenario.finallyAssert(() -> { if (hits != 2) throw new AssertionError(); });
                }
            }
            """;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static boolean confined;
    private static LocalServer server;

    @BeforeAll
    static void start() throws IOException {
        confined = LocalServer.canConfine();
        server = new LocalServer(0, 20, confined);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static URI uri(String path, String parameters) {
        String address = server.address();
        return URI.create(address.replace("/?", "/" + path + "?") + parameters);
    }

    private static HttpResponse<String> get(String path, String parameters) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(uri(path, parameters)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String parameters, String body) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(uri(path, parameters)).POST(BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
    }

    private static JsonNode run(String source, String parameters) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        String job = mapper.readTree(post("run", parameters, source).body()).get("job").asText();
        while (true) {
            JsonNode status = mapper.readTree(get("status", "&job=" + job).body());
            if (!status.get("running").asBoolean()) {
                return status;
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    @Test
    void strangersAreTurnedAway() throws Exception {
        String address = server.address();
        URI without = URI.create(address.substring(0, address.indexOf('?')));
        assertThat(CLIENT.send(HttpRequest.newBuilder(without).build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
        URI wrong = URI.create(address.substring(0, address.length() - 1) + "x");
        assertThat(CLIENT.send(HttpRequest.newBuilder(wrong).build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
        assertThat(get("", "").statusCode()).isEqualTo(200);
        assertThat(get("elsewhere", "").statusCode()).isEqualTo(404);
    }

    @Test
    void violationHasItsPage() throws Exception {
        JsonNode status = run(VIOLATED, "&models=sc,rc11");
        assertThat(status.get("exitCode").asInt()).as(status.toString()).isEqualTo(1);
        assertThat(status.get("result").asText()).contains("\"violated\"").contains("Lost.everyHitCounts");
    }

    @Test
    void wrongInputIsSaidAndTheRightOneAfterItRuns() throws Exception {
        JsonNode wrong = run("public class Broken {", "");
        assertThat(wrong.get("exitCode").asInt()).isEqualTo(2);
        assertThat(wrong.get("progress").asText()).isNotEmpty();
        assertThat(post("run", "&models=none", VIOLATED).statusCode()).isEqualTo(400);
        assertThat(post("run", "", "x".repeat(300_000)).statusCode()).isEqualTo(413);
        assertThat(run(VIOLATED, "").get("exitCode").asInt()).isEqualTo(1);
    }

    @Test
    void programReachesNeitherFilesNorNetwork(@TempDir Path elsewhere) throws Exception {
        assumeTrue(confined, "this machine cannot confine a process: the test is skipped");
        Path secret = Files.writeString(elsewhere.resolve("secret"), "the secret");
        Path written = elsewhere.resolve("written");
        try (ServerSocket listening = new ServerSocket(0)) {
            JsonNode status = run("""
                    import dev.baton.check.api.*;
                    import java.nio.file.*;
                    public class Curious {
                        volatile int x;
                        interface Attempt { Object make() throws Throwable; }
                        static String of(Attempt attempt) {
                            try { return "did it: " + attempt.make(); } catch (Throwable failed) { return "could not"; }
                        }
                        @ModelCheck void look(Scenario scenario) {
                            String all = of(() -> Files.readString(Path.of("%s")))
                                    + of(() -> Files.writeString(Path.of("%s"), "x"))
                                    + of(() -> new java.net.Socket("127.0.0.1", %d))
                                    + of(() -> new ProcessBuilder("/bin/sh", "-c", "true").start());
                            scenario.threads(2, () -> x = 1);
                            scenario.finallyAssert(() -> { throw new AssertionError(all); });
                        }
                    }
                    """.formatted(secret, written, listening.getLocalPort()), "");
            assertThat(status.get("result").asText()).contains("could notcould notcould notcould not");
        }
        assertThat(written).doesNotExist();
    }

    @Test
    void fileIsCalledAsItsPublicType() {
        assertThat(Job.name("class A {} public final class B {}")).isEqualTo("B");
        assertThat(Job.name("class A {}")).isEqualTo("A");
        assertThat(Job.name("")).isEqualTo("Check");
    }
}
