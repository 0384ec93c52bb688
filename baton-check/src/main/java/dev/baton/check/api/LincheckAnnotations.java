package dev.baton.check.api;

import dev.baton.check.program.EnvironmentException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Annotations of Lincheck 2 and 3 as class files hold them. They are found by name, so that Lincheck itself need not be on
 * the class path of the checker.
 */
final class LincheckAnnotations {
    private static final List<String> PACKAGES = List.of("Lorg/jetbrains/lincheck/datastructures/",
            "Lorg/jetbrains/kotlinx/lincheck/annotations/",
            "Lorg/jetbrains/kotlinx/lincheck/strategy/managed/modelchecking/",
            "Lorg/jetbrains/kotlinx/lincheck/strategy/stress/");

    private LincheckAnnotations() {}

    /** The class file of a class. */
    static ClassModel parse(Class<?> type) {
        return parse(type.getName(), type.getClassLoader());
    }

    /** The class file of a class that a loader knows. */
    static ClassModel parse(String name, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw EnvironmentException.missing(name, new ClassNotFoundException(name));
            }
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new EnvironmentException("cannot read the class file of " + name, e);
        }
    }

    /** All annotations of an element. */
    static List<Annotation> all(AttributedElement element) {
        List<Annotation> all = new ArrayList<>();
        element.findAttribute(Attributes.runtimeVisibleAnnotations()).ifPresent(each -> all.addAll(each.annotations()));
        element.findAttribute(Attributes.runtimeInvisibleAnnotations())
                .ifPresent(each -> all.addAll(each.annotations()));
        return all;
    }

    /** The annotation of Lincheck with a simple name, if an element has it. */
    static Optional<Annotation> find(AttributedElement element, String simpleName) {
        return all(element).stream().filter(each -> is(each, simpleName)).findFirst();
    }

    static boolean is(Annotation annotation, String simpleName) {
        String name = annotation.className().stringValue();
        return PACKAGES.stream().anyMatch(each -> name.equals(each + simpleName + ";"));
    }

    /** The annotations of one name, whether they stand alone or in their container. */
    static List<Annotation> repeated(AttributedElement element, String simpleName) {
        List<Annotation> found = new ArrayList<>();
        find(element, simpleName).ifPresent(found::add);
        find(element, simpleName + "$" + simpleName + "s").flatMap(each -> value(each, "value")).ifPresent(value -> {
            if (value instanceof AnnotationValue.OfArray array) {
                array.values().forEach(each -> found.add(((AnnotationValue.OfAnnotation) each).annotation()));
            }
        });
        return found;
    }

    static Optional<AnnotationValue> value(Annotation annotation, String name) {
        return annotation.elements().stream().filter(each -> each.name().equalsString(name))
                .map(AnnotationElement::value).findFirst();
    }

    static String text(Annotation annotation, String name) {
        return value(annotation, name).map(each -> ((AnnotationValue.OfString) each).stringValue()).orElse("");
    }

    static boolean flag(Annotation annotation, String name) {
        return value(annotation, name).map(each -> ((AnnotationValue.OfBoolean) each).booleanValue()).orElse(false);
    }

    static int number(Annotation annotation, String name, int otherwise) {
        return value(annotation, name).map(each -> ((AnnotationValue.OfInt) each).intValue()).orElse(otherwise);
    }

    /** The binary name of a class that an annotation names; empty if it names none. */
    static String className(Annotation annotation, String name) {
        return value(annotation, name).map(each -> {
            String descriptor = ((AnnotationValue.OfClass) each).classSymbol().descriptorString();
            return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        }).orElse("");
    }
}
