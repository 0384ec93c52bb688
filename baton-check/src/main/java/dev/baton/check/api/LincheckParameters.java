package dev.baton.check.api;

import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.spec.CallKind;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What Lincheck's generators of parameters give, as a few values: a range of at most three numbers whole, of a longer one
 * the two least. A generator of the user's own is asked until it has given three values.
 */
final class LincheckParameters {
    private static final int FEW = 3;
    private static final int ATTEMPTS = 50;

    /**
     * A generator as an annotation names it.
     *
     * @param gen  its class; empty for the usual one
     * @param conf what it is told
     */
    private record Generator(String gen, String conf) {}

    private final Class<?> type;
    private final Map<String, Generator> named = new HashMap<>();

    LincheckParameters(Class<?> type, List<ClassModel> lineage) {
        this.type = type;
        for (ClassModel each : lineage.reversed()) {
            for (Annotation param : LincheckAnnotations.repeated(each, "Param")) {
                named.put(LincheckAnnotations.text(param, "name"), generator(param));
            }
        }
    }

    private static Generator generator(Annotation param) {
        String gen = LincheckAnnotations.className(param, "gen");
        return new Generator(gen.endsWith(".DummyParameterGenerator") ? "" : gen,
                LincheckAnnotations.text(param, "conf"));
    }

    /** The values of each parameter of an operation. */
    List<List<@Nullable Object>> of(Method method, MethodModel model, Annotation operation) {
        List<String> bound = LincheckAnnotations.value(operation, "params")
                .map(each -> ((AnnotationValue.OfArray) each).values().stream()
                        .map(name -> ((AnnotationValue.OfString) name).stringValue()).toList())
                .orElse(List.of());
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            Annotation own = annotation(model, i);
            String name = own != null ? LincheckAnnotations.text(own, "name") : i < bound.size() ? bound.get(i) : "";
            Generator generator = own != null && name.isEmpty() ? generator(own) : named(name, method);
            values.add(values(generator, method, method.getParameters()[i]));
        }
        return values;
    }

    private static @Nullable Annotation annotation(MethodModel model, int parameter) {
        return model.findAttribute(Attributes.runtimeVisibleParameterAnnotations())
                .map(all -> all.parameterAnnotations().get(parameter)).stream().flatMap(List::stream)
                .filter(each -> LincheckAnnotations.is(each, "Param")).findFirst().orElse(null);
    }

    private Generator named(String name, Method method) {
        Generator found = named.get(name);
        if (found == null && !name.isEmpty()) {
            throw new InvalidCheckException(type.getName() + "." + method.getName() + ": there is no @Param named "
                    + name + " on the class");
        }
        return found == null ? new Generator("", "") : found;
    }

    private List<@Nullable Object> values(Generator generator, Method method, Parameter parameter) {
        String simple = generator.gen.substring(generator.gen.lastIndexOf('.') + 1);
        boolean known = generator.gen.startsWith("org.jetbrains.");
        if (known && simple.equals("ThreadIdGen")) {
            return List.of(CallKind.THREAD);
        }
        if (!generator.gen.isEmpty() && !known) {
            return asked(generator, method);
        }
        String conf = generator.conf.replaceAll("\\s", "");
        if (conf.isEmpty()) {
            return ArgumentValues.usual(parameter.getType(), method);
        }
        return switch (simple) {
            case "EnumGen" -> new ArrayList<>(Arrays.asList(conf.split(",", -1)));
            case "StringGen" -> {
                String letters = generator.conf.contains(":")
                        ? generator.conf.substring(generator.conf.indexOf(':') + 1)
                        : "ab";
                yield new ArrayList<>(letters.chars().distinct().limit(2).mapToObj(Character::toString).toList());
            }
            default -> parameter.getType().isEnum()
                    ? new ArrayList<>(Arrays.asList(conf.split(",", -1)))
                    : range(conf, method, parameter);
        };
    }

    /** The numbers of {@code first:last} or {@code first:step:last}. */
    private static List<@Nullable Object> range(String conf, Method method, Parameter parameter) {
        String[] parts = conf.split(":", -1);
        try {
            double first = Double.parseDouble(parts[0]);
            double last = Double.parseDouble(parts[parts.length - 1]);
            double step = parts.length == 3 ? Double.parseDouble(parts[1]) : 1;
            int count = (int) Math.floor((last - first) / step) + 1;
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < (count <= FEW ? count : 2); i++) {
                double value = first + i * step;
                values.add(ArgumentValues.parse(
                        value == Math.rint(value) && !isFraction(parameter.getType())
                                ? Long.toString((long) value)
                                : Double.toString(value),
                        parameter.getType(), method));
            }
            if (!values.isEmpty() && parts.length > 1) {
                return values;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new InvalidCheckException(method.getDeclaringClass().getName() + "." + method.getName()
                + ": a range of numbers is not written " + conf);
    }

    private static boolean isFraction(Class<?> type) {
        return type == double.class || type == float.class || type == Double.class || type == Float.class;
    }

    /** What a generator of the user's own gives. */
    private List<@Nullable Object> asked(Generator generator, Method method) {
        try {
            Class<?> gen = Class.forName(generator.gen, true, type.getClassLoader());
            Object made = newGenerator(gen, generator.conf);
            Method generate = gen.getMethod("generate");
            generate.setAccessible(true);
            Set<@Nullable Object> values = new LinkedHashSet<>();
            for (int i = 0; i < ATTEMPTS && values.size() < FEW; i++) {
                values.add(generate.invoke(made));
            }
            return new ArrayList<>(values);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new InvalidCheckException(type.getName() + "." + method.getName() + ": the generator "
                    + generator.gen + " cannot be asked: " + (e.getCause() == null ? e : e.getCause()), e);
        }
    }

    private static Object newGenerator(Class<?> gen, String conf) throws ReflectiveOperationException {
        for (Constructor<?> each : gen.getDeclaredConstructors()) {
            each.setAccessible(true);
            Class<?>[] types = each.getParameterTypes();
            if (types.length == 2 && types[1] == String.class) {
                return each.newInstance(types[0].getDeclaredConstructor().newInstance(), conf);
            }
            if (types.length == 1 && types[0] == String.class) {
                return each.newInstance(conf);
            }
        }
        return gen.getDeclaredConstructor().newInstance();
    }
}
