package dev.baton.check.api;

import dev.baton.check.program.EnvironmentException;
import dev.baton.check.program.InvalidCheckException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A jcstress test as its class file describes it. Annotations are found by name, so that jcstress itself need not be
 * on the class path of the checker.
 */
final class JcstressTest {
    static final String ANNOTATIONS = "Lorg/openjdk/jcstress/annotations/";

    /** The gradings of jcstress, by its names. */
    enum Grading {
        ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN, UNKNOWN
    }

    /** What the test says of an outcome. */
    record Case(List<String> ids, Grading expect, String description) {
        boolean isDefault() {
            return ids.isEmpty() || ids.equals(List.of(""));
        }

        /** Seen once, it fails the test. */
        boolean fails() {
            return expect == Grading.FORBIDDEN || expect == Grading.UNKNOWN;
        }

        boolean names(String outcome) {
            return ids.contains(outcome);
        }

        boolean matches(String outcome) {
            return ids.stream().anyMatch(id -> !id.isEmpty() && isPatternFor(id, outcome));
        }

        private static boolean isPatternFor(String id, String outcome) {
            try {
                return Pattern.matches(id, outcome);
            } catch (PatternSyntaxException e) {
                return false;
            }
        }
    }

    final String className;
    final boolean termination;
    final List<Case> cases = new ArrayList<>();
    /** Names with descriptors. */
    final List<String> actors = new ArrayList<>();
    final List<String> arbiters = new ArrayList<>();
    final List<String> signals = new ArrayList<>();

    private JcstressTest(ClassModel model, ClassLoader loader) {
        this.className = model.thisClass().asInternalName().replace('/', '.');
        Optional<Annotation> test = find(model, "JCStressTest");
        this.termination = test.flatMap(each -> value(each, "value"))
                .map(mode -> mode instanceof AnnotationValue.OfEnum constant
                        && constant.constantName().equalsString("Termination"))
                .orElse(false);
        find(model, "JCStressMeta").flatMap(each -> value(each, "value")).ifPresent(meta -> {
            if (meta instanceof AnnotationValue.OfClass type) {
                String name = type.classSymbol().descriptorString();
                readCases(parse(name.substring(1, name.length() - 1), loader), loader);
            }
        });
        readCases(model, loader);
        for (MethodModel method : model.methods()) {
            String name = method.methodName().stringValue() + method.methodType().stringValue();
            find(method, "Actor").ifPresent(each -> actors.add(name));
            find(method, "Arbiter").ifPresent(each -> arbiters.add(name));
            find(method, "Signal").ifPresent(each -> signals.add(name));
        }
    }

    /** What jcstress's own compiler step would say of a class that is no test. */
    void validate() {
        if (actors.isEmpty()) {
            throw new InvalidCheckException(className + " is a @JCStressTest without an @Actor");
        }
        if (termination && (actors.size() != 1 || signals.size() != 1)) {
            throw new InvalidCheckException(
                    className + ": a test with Mode.Termination has one @Actor and one @Signal");
        }
        if (!termination && !signals.isEmpty()) {
            throw new InvalidCheckException(className + ": a @Signal belongs to a test with Mode.Termination");
        }
        if (arbiters.size() > 1) {
            throw new InvalidCheckException(className + ": a test has one @Arbiter at most");
        }
    }

    /** The test in this class and those in classes nested in it. */
    static List<JcstressTest> in(Class<?> type) {
        List<JcstressTest> tests = new ArrayList<>();
        collect(type.getName().replace('.', '/'), type.getClassLoader(), tests);
        return tests;
    }

    private static void collect(String name, ClassLoader loader, List<JcstressTest> tests) {
        ClassModel model = parse(name, loader);
        if (find(model, "JCStressTest").isPresent()) {
            tests.add(new JcstressTest(model, loader));
        }
        model.findAttribute(Attributes.innerClasses())
                .ifPresent(inner -> inner.classes().forEach(each -> each.outerClass().ifPresent(outer -> {
                    if (outer.asInternalName().equals(name)) {
                        collect(each.innerClass().asInternalName(), loader, tests);
                    }
                })));
    }

    static boolean has(String className, ClassLoader loader, String annotation) {
        return find(parse(className.replace('.', '/'), loader), annotation).isPresent();
    }

    private static ClassModel parse(String internalName, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            if (in == null) {
                throw EnvironmentException.missing(internalName.replace('/', '.'),
                        new ClassNotFoundException(internalName));
            }
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new EnvironmentException("cannot read the class file of " + internalName.replace('/', '.'), e);
        }
    }

    /** Cases of a class or, as they are inherited, of the nearest superclass that has some. */
    private void readCases(ClassModel model, ClassLoader loader) {
        inherited(model, loader, "Outcome$Outcomes").flatMap(each -> value(each, "value")).ifPresent(all -> {
            if (all instanceof AnnotationValue.OfArray array) {
                for (AnnotationValue one : array.values()) {
                    if (one instanceof AnnotationValue.OfAnnotation outcome) {
                        cases.add(caseOf(outcome.annotation()));
                    }
                }
            }
        });
        inherited(model, loader, "Outcome").ifPresent(each -> cases.add(caseOf(each)));
    }

    private static Optional<Annotation> inherited(ClassModel model, ClassLoader loader, String simpleName) {
        return find(model, simpleName).or(() -> model.superclass().map(each -> each.asInternalName())
                .filter(each -> !each.equals("java/lang/Object"))
                .flatMap(each -> inherited(parse(each, loader), loader, simpleName)));
    }

    private static Case caseOf(Annotation outcome) {
        List<String> ids = new ArrayList<>();
        value(outcome, "id").ifPresent(value -> {
            if (value instanceof AnnotationValue.OfArray array) {
                array.values().forEach(each -> ids.add(text(each)));
            } else {
                ids.add(text(value));
            }
        });
        Grading expect = value(outcome, "expect")
                .map(value -> Grading.valueOf(((AnnotationValue.OfEnum) value).constantName().stringValue()))
                .orElse(Grading.ACCEPTABLE);
        return new Case(ids, expect, value(outcome, "desc").map(JcstressTest::text).orElse(""));
    }

    private static String text(AnnotationValue value) {
        return value instanceof AnnotationValue.OfString string ? string.stringValue() : value.toString();
    }

    private static Optional<Annotation> find(AttributedElement element, String simpleName) {
        String name = ANNOTATIONS + simpleName + ";";
        return element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .flatMap(all -> all.annotations().stream().filter(each -> each.className().equalsString(name))
                        .findFirst())
                .or(() -> element.findAttribute(Attributes.runtimeInvisibleAnnotations()).flatMap(all -> all
                        .annotations().stream().filter(each -> each.className().equalsString(name)).findFirst()));
    }

    private static Optional<AnnotationValue> value(Annotation annotation, String name) {
        return annotation.elements().stream().filter(each -> each.name().equalsString(name))
                .map(AnnotationElement::value).findFirst();
    }

    /**
     * What the test expects of an outcome, as jcstress decides it: the case that names it literally, else the first whose
     * pattern matches, else the default; without a default it is forbidden.
     */
    Case expectation(String outcome) {
        return cases.stream().filter(each -> each.names(outcome)).findFirst()
                .or(() -> cases.stream().filter(each -> each.matches(outcome)).findFirst())
                .or(() -> cases.stream().filter(Case::isDefault).findFirst())
                .orElse(new Case(List.of(), Grading.FORBIDDEN, "No default case provided, assume forbidden"));
    }
}
