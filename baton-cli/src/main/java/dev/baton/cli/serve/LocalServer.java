package dev.baton.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.report.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The server behind the page: on the loopback address only, and only for callers that know the token. A page of another site
 * that guesses the port does not, and a name that leads here from outside is not the host that the server answers for.
 */
public final class LocalServer implements AutoCloseable {
    private static final int MOST_BYTES = 200_000;
    private static final int MOST_BYTES_DISCARDED = 16_000_000;
    private static final int MOST_JOBS = 2;
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam");

    private final HttpServer server;
    private final String token;
    private final boolean confined;
    private final int seconds;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /**
     * Starts it.
     *
     * @param port     to listen on; 0 for any that is free
     * @param seconds  that a check may take
     * @param confined whether programs are kept from files and network
     */
    public LocalServer(int port, int seconds, boolean confined) throws IOException {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        this.token = HexFormat.of().formatHex(secret);
        this.seconds = seconds;
        this.confined = confined;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** {@return the address to open, with the token} */
    public String address() {
        return "http://" + host() + "/?token=" + token;
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** {@return whether this machine can keep a program from files and network} */
    public static boolean canConfine() {
        return Confinement.isPossible();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answerKnown(exchange);
            } catch (RuntimeException failure) {
                send(exchange, 500, "text/plain", "A fault in Baton: " + failure);
            }
        }
    }

    private void answerKnown(HttpExchange exchange) throws IOException {
        Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
        String host = exchange.getRequestHeaders().getFirst("Host");
        if (!host().equals(host) && !("localhost:" + server.getAddress().getPort()).equals(host)) {
            send(exchange, 421, "text/plain", "This server answers for " + host() + " only.");
        } else if (!MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                query.getOrDefault("token", "").getBytes(StandardCharsets.UTF_8))) {
            send(exchange, 403, "text/plain", "Open the address that baton serve has printed: it holds a token.");
        } else {
            route(exchange, query);
        }
    }

    private void route(HttpExchange exchange, Map<String, String> query) throws IOException {
        String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        Job job = jobs.get(query.getOrDefault("job", ""));
        switch (call) {
            case "GET /" -> send(exchange, 200, "text/html", resource("serve.html").replace("@TOKEN@", token));
            case "GET /serve.js" -> send(exchange, 200, "text/javascript", resource("serve.js"));
            case "GET /serve.css" -> send(exchange, 200, "text/css", resource("serve.css"));
            case "POST /run" -> run(exchange, query, Job.Task.CHECK);
            case "POST /relax" -> run(exchange, query, Job.Task.RELAX);
            case "GET /status" -> withJob(exchange, job, LocalServer::status);
            case "GET /page" -> {
                if (job == null) {
                    send(exchange, 404, "text/plain", "There is no such run.");
                } else {
                    send(exchange, 200, "text/html", job.page());
                }
            }
            case "POST /stop" -> withJob(exchange, job, each -> {
                each.stop();
                return Map.of("stopped", true);
            });
            default -> send(exchange, 404, "text/plain", "There is no " + call + ".");
        }
    }

    private void run(HttpExchange exchange, Map<String, String> query, Job.Task task) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        List<String> models = Arrays.stream(query.getOrDefault("models", "").split(",")).filter(each -> !each.isEmpty())
                .toList();
        if (body.length > MOST_BYTES) {
            discardRest(exchange);
            send(exchange, 413, "text/plain", "A program has at most " + MOST_BYTES + " bytes.");
        } else if (!MODELS.containsAll(models)) {
            send(exchange, 400, "text/plain", "There are the models " + String.join(", ", MODELS) + ".");
        } else if (jobs.values().stream().filter(Job::isRunning).count() >= MOST_JOBS) {
            send(exchange, 429, "text/plain", "Two programs are being checked: stop one.");
        } else {
            jobs.entrySet().removeIf(each -> {
                boolean old = !each.getValue().isRunning() && jobs.size() > MOST_JOBS * 4;
                if (old) {
                    each.getValue().close();
                }
                return old;
            });
            String id = Integer.toString(numbers.incrementAndGet());
            jobs.put(id, new Job(new String(body, StandardCharsets.UTF_8), task, models, seconds, confined));
            send(exchange, 200, "application/json", Json.of(Map.of("job", id)));
        }
    }

    /**
     * Takes what is left of a body that is too long, and lets the connection end with the answer. A server that closes a
     * connection on which bytes are still coming resets it, and the caller may lose the answer, or the request after it.
     */
    private static void discardRest(HttpExchange exchange) throws IOException {
        byte[] unread = new byte[8_192];
        int discarded = 0;
        int count = exchange.getRequestBody().read(unread);
        while (count >= 0 && discarded < MOST_BYTES_DISCARDED) {
            discarded += count;
            count = exchange.getRequestBody().read(unread);
        }
        exchange.getResponseHeaders().set("Connection", "close");
    }

    private static Map<String, Object> status(Job job) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        boolean running = job.isRunning();
        map.put("running", running);
        map.put("progress", job.progress());
        if (!running) {
            map.put("exitCode", job.exitCode());
            map.put("result", job.result());
            map.put("patch", job.patch());
        }
        return map;
    }

    /** What is done with a run. */
    private interface Use {
        Map<String, Object> of(Job job) throws IOException;
    }

    private static void withJob(HttpExchange exchange, @Nullable Job job, Use use)
            throws IOException {
        if (job == null) {
            send(exchange, 404, "text/plain", "There is no such run.");
        } else {
            send(exchange, 200, "application/json", Json.of(use.of(job)));
        }
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : query == null ? new String[0] : query.split("&")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                parameters.put(each.substring(0, equals),
                        URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = LocalServer.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void send(HttpExchange exchange, int code, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Frame-Options", "SAMEORIGIN");
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Stops what runs, and forgets it. */
    @Override
    public void close() {
        server.stop(0);
        jobs.values().forEach(Job::close);
    }
}
