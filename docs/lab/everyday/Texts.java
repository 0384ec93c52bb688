import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.io.*;
import java.lang.foreign.*;
import java.math.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.*;
import java.text.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.logging.*;
import java.util.regex.*;
import java.util.stream.*;

class Texts {
    @ModelCheck(expectViolation = true)
    void stringBuilderShared(Scenario s) {
        StringBuilder b = new StringBuilder();
        s.threads(2, () -> b.append("x"));
        s.finallyAssert(() -> { assert b.length() == 2; });
    }

    @ModelCheck
    void stringBufferShared(Scenario s) {
        StringBuffer b = new StringBuffer();
        s.threads(2, () -> b.append("x"));
        s.finallyAssert(() -> { assert b.toString().equals("xx"); });
    }

    @ModelCheck
    void byteBufferGuarded(Scenario s) {
        ByteBuffer b = ByteBuffer.allocate(16);
        s.thread("a", () -> { synchronized (b) { b.putInt(1); } });
        s.thread("b", () -> { synchronized (b) { b.putInt(2); } });
        s.finallyAssert(() -> { b.flip(); assert b.getInt() + b.getInt() == 3; });
    }

    @ModelCheck(expectViolation = true)
    void byteBufferUnguarded(Scenario s) {
        ByteBuffer b = ByteBuffer.allocate(16);
        s.threads(2, () -> b.put((byte) 1));
        s.finallyAssert(() -> { assert b.position() == 2; });
    }

    @ModelCheck
    void byteBufferHandedOver(Scenario s) {
        BlockingQueue<ByteBuffer> q = new ArrayBlockingQueue<>(1);
        s.thread("w", () -> { ByteBuffer b = ByteBuffer.allocate(8); b.putLong(42).flip(); q.put(b); });
        s.thread("r", () -> { assert q.take().getLong() == 42; });
    }

    @ModelCheck
    void byteBufferLocal(Scenario s) {
        s.threads(2, () -> {
            ByteBuffer b = ByteBuffer.wrap(new byte[8]).order(ByteOrder.LITTLE_ENDIAN);
            b.putInt(5);
            b.flip();
            assert b.getInt() == 5;
        });
    }

    @ModelCheck
    void memorySegment(Scenario s) {
        MemorySegment seg = MemorySegment.ofArray(new long[2]);
        s.thread("a", () -> seg.setAtIndex(ValueLayout.JAVA_LONG, 0, 1));
        s.thread("b", () -> seg.setAtIndex(ValueLayout.JAVA_LONG, 1, 2));
    }

    @ModelCheck
    void randomShared(Scenario s) {
        Random r = new Random();
        s.threads(2, () -> { int v = r.nextInt(10); assert v >= 0 && v < 10; });
    }

    @ModelCheck
    void stringFormat(Scenario s) {
        AtomicInteger n = new AtomicInteger();
        s.threads(2, () -> {
            String t = String.format("%03d-%s", n.incrementAndGet(), "x");
            assert t.matches("00[12]-x");
        });
    }

    static final Pattern KEY = Pattern.compile("(\\w+)=(\\d+)");
    @ModelCheck
    void patternMatcherLocal(Scenario s) {
        ConcurrentMap<String, Integer> m = new ConcurrentHashMap<>();
        s.thread("a", () -> {
            Matcher x = KEY.matcher("a=1");
            assert x.matches();
            m.put(x.group(1), Integer.parseInt(x.group(2)));
        });
        s.thread("b", () -> {
            Matcher x = KEY.matcher("b=2");
            if (x.find()) {
                m.put(x.group(1), Integer.parseInt(x.group(2)));
            }
        });
        s.finallyAssert(() -> { assert m.equals(Map.of("a", 1, "b", 2)); });
    }

    @ModelCheck
    void matcherShared(Scenario s) {
        Matcher x = KEY.matcher("a=1");
        s.threads(2, () -> { synchronized (x) { x.reset(); assert x.find(); assert x.group(2).equals("1"); } });
    }

    @ModelCheck
    void bigDecimal(Scenario s) {
        AtomicReference<BigDecimal> sum = new AtomicReference<>(BigDecimal.ZERO);
        s.threads(2, () -> sum.accumulateAndGet(new BigDecimal("1.10"), BigDecimal::add));
        s.finallyAssert(() -> { assert sum.get().equals(new BigDecimal("2.20")); });
    }

    @ModelCheck
    void localDateTime(Scenario s) {
        AtomicReference<LocalDate> day = new AtomicReference<>(LocalDate.of(2026, 1, 1));
        s.threads(2, () -> day.updateAndGet(d -> d.plusDays(1)));
        s.finallyAssert(() -> { assert day.get().format(DateTimeFormatter.ISO_DATE).equals("2026-01-03"); });
    }

    @ModelCheck
    void localDateTimeNow(Scenario s) {
        AtomicReference<LocalDateTime> last = new AtomicReference<>();
        s.threads(2, () -> last.set(LocalDateTime.now()));
        s.finallyAssert(() -> { assert last.get() != null; });
    }

    @ModelCheck
    void instantAndDuration(Scenario s) {
        s.threads(2, () -> {
            Instant a = Instant.now();
            Instant b = Instant.now();
            assert !Duration.between(a, b).isNegative();
        });
    }

    static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");
    @ModelCheck
    void simpleDateFormatGuarded(Scenario s) {
        s.threads(2, () -> { synchronized (FORMAT) { assert FORMAT.format(new Date(0)).equals("1970"); } });
    }

    @ModelCheck
    void uuid(Scenario s) {
        Set<UUID> ids = ConcurrentHashMap.newKeySet();
        s.threads(2, () -> ids.add(UUID.randomUUID()));
        s.finallyAssert(() -> { assert ids.size() == 2; });
    }

    @ModelCheck
    void optional(Scenario s) {
        AtomicReference<Optional<String>> o = new AtomicReference<>(Optional.empty());
        s.thread("w", () -> o.set(Optional.of("x")));
        s.thread("r", () -> { assert o.get().map(String::length).orElse(1) == 1; });
    }

    @ModelCheck
    void streams(Scenario s) {
        List<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        s.thread("w", () -> list.add(4));
        s.thread("r", () -> {
            int sum = list.stream().filter(x -> x > 1).mapToInt(x -> x).sum();
            assert sum == 5 || sum == 9;
        });
    }

    static final Map<String, Integer> SIZES = Stream.of("a", "bb").collect(Collectors.toMap(x -> x, String::length));

    @ModelCheck
    void collectedMapShared(Scenario s) {
        s.threads(2, () -> { assert SIZES.get("bb") == 2; });
    }

    @ModelCheck
    void collectedListGuarded(Scenario s) {
        List<String> names = Stream.of("a").collect(Collectors.toList());
        s.threads(2, () -> { synchronized (names) { names.add("b"); } });
        s.finallyAssert(() -> { assert names.size() == 3; });
    }

    @ModelCheck
    void collectGrouping(Scenario s) {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(Map.of("a", 1, "bb", 2));
        s.thread("w", () -> m.put("cc", 3));
        s.thread("r", () -> {
            Map<Integer, List<String>> g = m.keySet().stream().sorted().collect(Collectors.groupingBy(String::length));
            assert g.get(1).equals(List.of("a"));
        });
    }

    @ModelCheck(expectViolation = true)
    void printsAndFails(Scenario s) {
        int[] n = new int[1];
        s.threads(2, () -> { n[0]++; System.out.println("n is " + n[0]); System.err.printf("%d%n", n[0]); });
        s.finallyAssert(() -> { assert n[0] == 2; });
    }

    static final Logger LOG = Logger.getLogger("everyday");
    static final System.Logger SYS = System.getLogger("everyday");
    @ModelCheck
    void loggers(Scenario s) {
        AtomicInteger n = new AtomicInteger();
        s.threads(2, () -> {
            LOG.info("n " + n.incrementAndGet());
            LOG.log(Level.FINE, "x {0}", n);
            SYS.log(System.Logger.Level.INFO, "hello {0}", n.get());
        });
        s.finallyAssert(() -> { assert n.get() == 2; });
    }

    @ModelCheck
    void byteArrayOutputStreamShared(Scenario s) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        s.thread("a", () -> out.writeBytes("a".getBytes(StandardCharsets.UTF_8)));
        s.thread("b", () -> out.writeBytes("b".getBytes(StandardCharsets.UTF_8)));
        s.finallyAssert(() -> { assert out.size() == 2; });
    }

    @ModelCheck
    void printWriterLocal(Scenario s) {
        ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
        s.threads(2, () -> {
            StringWriter w = new StringWriter();
            PrintWriter p = new PrintWriter(w);
            p.print("x"); p.flush();
            lines.add(w.toString());
        });
        s.finallyAssert(() -> { assert lines.size() == 2 && lines.peek().equals("x"); });
    }

    @ModelCheck
    void printStreamOnBytes(Scenario s) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true);
        s.threads(2, () -> out.print("x"));
        s.finallyAssert(() -> { assert bytes.toString().equals("xx"); });
    }

    @ModelCheck
    void bufferedReaderOfString(Scenario s) {
        s.threads(2, () -> {
            BufferedReader r = new BufferedReader(new StringReader("a\nb"));
            assert r.readLine().equals("a");
            assert r.lines().count() == 1;
        });
    }

    @ModelCheck
    void scannerLocal(Scenario s) {
        s.threads(2, () -> {
            Scanner sc = new Scanner("1 2");
            assert sc.nextInt() + sc.nextInt() == 3;
        });
    }

    @ModelCheck
    void stringJoinerGuarded(Scenario s) {
        StringJoiner j = new StringJoiner(",");
        s.threads(2, () -> { synchronized (j) { j.add("x"); } });
        s.finallyAssert(() -> { assert j.toString().equals("x,x"); });
    }

    @ModelCheck
    void propertiesShared(Scenario s) {
        Properties p = new Properties();
        s.thread("w", () -> p.setProperty("a", "1"));
        s.thread("r", () -> { String v = p.getProperty("a", "0"); assert v.equals("0") || v.equals("1"); });
    }

    @ModelCheck
    void iteratorShared(Scenario s) {
        Iterator<Integer> it = List.of(1, 2).iterator();
        AtomicInteger sum = new AtomicInteger();
        s.threads(2, () -> { synchronized (s) { } int v; synchronized (it) { v = it.next(); } sum.addAndGet(v); });
        s.finallyAssert(() -> { assert sum.get() == 3; });
    }

    @ModelCheck
    void longAdder(Scenario s) {
        LongAdder a = new LongAdder();
        s.threads(2, a::increment);
        s.finallyAssert(() -> { assert a.sum() == 2; });
    }

    @ModelCheck
    void stringTokenizerAndSplit(Scenario s) {
        s.threads(2, () -> {
            assert "a,b".split(",").length == 2;
            assert new StringTokenizer("a b").countTokens() == 2;
            assert String.join("-", List.of("a", "b")).equals("a-b");
        });
    }

    @ModelCheck
    void systemProperties(Scenario s) {
        s.threads(2, () -> {
            assert System.getProperty("java.version") != null;
            assert Integer.getInteger("no.such", 4) == 4;
            assert System.getenv("NO_SUCH") == null;
            assert System.lineSeparator() != null;
        });
    }

    @ModelCheck
    void locale(Scenario s) {
        s.threads(2, () -> {
            assert "I".toLowerCase(Locale.ROOT).equals("i");
            assert NumberFormat.getInstance(Locale.US).format(1234).equals("1,234");
        });
    }

    @ModelCheck
    void base64AndBytes(Scenario s) {
        s.threads(2, () -> {
            assert Base64.getEncoder().encodeToString("ab".getBytes(StandardCharsets.UTF_8)).equals("YWI=");
        });
    }

    @ModelCheck
    void messageDigest(Scenario s) {
        s.threads(2, () -> {
            var d = java.security.MessageDigest.getInstance("SHA-256");
            assert d.digest(new byte[1]).length == 32;
        });
    }
}
