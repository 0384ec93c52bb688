package dev.baton;

import dev.baton.SynchronousQueueWalk.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the synchronous queue with one deliberate mistake each: the shipped source with one piece of text replaced,
 * compiled in memory and loaded beside the original.
 */
final class SynchronousQueueMutants {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "baton");

    private static final String TRANSFER = "internal/transfer/";

    /** The queue and all that it uses: what is loaded again must not meet the original's package. */
    private static final List<String> FILES = List.of("SynchronousQueue.java", TRANSFER + "DualList.java",
            TRANSFER + "DualQueue.java", TRANSFER + "DualStack.java", TRANSFER + "TransferNode.java",
            TRANSFER + "TransferListener.java", "TransferRequest.java", "RequestFuture.java",
            TRANSFER + "TransferWait.java", "RequestCancelledException.java", "CompletionDepth.java");

    private SynchronousQueueMutants() {}

    /** A replacement in one source file; the text must occur there exactly once. */
    record Mutation(String file, String original, String mistake) {}

    /** Makes queues of the mutated class; an empty list of mutations makes faithful copies. */
    static Class<?> load(List<Mutation> mutations) throws IOException, ClassNotFoundException {
        Map<String, String> units = new HashMap<>();
        for (String file : FILES) {
            units.put(file, read(file));
        }
        for (Mutation mutation : mutations) {
            String file = FILES.stream().filter(name -> name.endsWith(mutation.file)).findFirst().orElseThrow();
            String source = Objects.requireNonNull(units.get(file));
            int first = source.indexOf(mutation.original);
            if (first < 0 || source.indexOf(mutation.original, first + 1) >= 0) {
                throw new AssertionError(mutation.file + " does not contain once: " + mutation.original);
            }
            units.put(file, source.replace(mutation.original, mutation.mistake));
        }
        return new Loader(compile(units)).loadClass("dev.baton.SynchronousQueue");
    }

    private static String read(String file) throws IOException {
        return Files.readString(SOURCES.resolve(file));
    }

    private static Map<String, byte[]> compile(Map<String, String> units) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaFileManager files = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                    FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return classes.computeIfAbsent(name, ignored -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        List<JavaFileObject> sources = units.entrySet().stream().<JavaFileObject>map(unit -> new SimpleJavaFileObject(
                URI.create("mem:///dev/baton/" + unit.getKey()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return unit.getValue();
            }
        }).toList();
        List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn", "-classpath",
                System.getProperty("java.class.path"));
        StringBuilder problems = new StringBuilder();
        boolean compiled = compiler
                .getTask(null, files, problem -> problems.append(problem).append('\n'), options, null, sources).call();
        if (!compiled) {
            throw new AssertionError("mutant does not compile:\n" + problems);
        }
        Map<String, byte[]> result = new HashMap<>();
        classes.forEach((name, bytes) -> result.put(name, bytes.toByteArray()));
        return result;
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Loader.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = classes.get(name);
                if (loaded == null && bytes != null) {
                    loaded = defineClass(name, bytes, 0, bytes.length);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }

    /** A queue of a class made by {@link #load}, both as what threads use and as what a walk uses. */
    static final class Mutant implements Subject {
        final BlockingQueue<Object> queue;
        private final Method putAsync;
        private final Method takeAsync;
        private final Method nodes;

        @SuppressWarnings("unchecked")
        Mutant(Class<?> type, boolean fair) throws ReflectiveOperationException {
            Constructor<?> constructor = type.getConstructor(boolean.class);
            queue = (BlockingQueue<Object>) constructor.newInstance(fair);
            putAsync = type.getMethod("putAsync", Object.class);
            takeAsync = type.getMethod("takeAsync");
            nodes = type.getDeclaredMethod("nodes");
            nodes.setAccessible(true);
        }

        private Object call(Method method, Object... arguments) {
            try {
                return method.invoke(queue, arguments);
            } catch (ReflectiveOperationException failure) {
                throw new AssertionError(failure);
            }
        }

        @Override
        public CompletableFuture<?> putAsync(Object element) {
            return (CompletableFuture<?>) call(putAsync, element);
        }

        @Override
        public CompletableFuture<?> takeAsync() {
            return (CompletableFuture<?>) call(takeAsync);
        }

        @Override
        public boolean offer(Object element) {
            return queue.offer(element);
        }

        @Override
        public @Nullable Object poll() {
            return queue.poll();
        }

        @Override
        public int nodes() {
            return (int) call(nodes);
        }
    }
}
