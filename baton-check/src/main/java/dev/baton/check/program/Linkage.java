package dev.baton.check.program;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose fault it is that classes do not link: of the class files on the user's path, or of what the checker made of
 * them. Decided by looking at the original class files: if they would not link either, the environment is to blame.
 */
final class Linkage {
    private final Function<String, byte @Nullable []> originals;
    private final ClassIndex index;
    private final ClassFile classFile;

    /** @param originals the class file of an internal name as the user has it, or null */
    Linkage(Function<String, byte @Nullable []> originals) {
        this.originals = originals;
        this.index = new ClassIndex(originals);
        this.classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy(index)));
    }

    static ClassHierarchyResolver hierarchy(ClassIndex index) {
        return type -> {
            String name = type.descriptorString();
            ClassIndex.Facts facts = index.facts(name.substring(1, name.length() - 1));
            // A class that is missing may never be needed: until it is, nothing is known of it but that it is an object.
            if (facts.name().isEmpty() || (facts.flags() & ClassFile.ACC_INTERFACE) != 0) {
                return ClassHierarchyResolver.ClassHierarchyInfo.ofInterface();
            }
            String parent = facts.superName();
            return ClassHierarchyResolver.ClassHierarchyInfo
                    .ofClass(parent == null ? null : java.lang.constant.ClassDesc.ofInternalName(parent));
        };
    }

    /**
     * The failure behind an error of linking.
     *
     * @param loaded internal names of the rewritten classes there are
     */
    RuntimeException failure(LinkageError error, Collection<String> loaded) {
        return switch (error) {
            case ExceptionInInitializerError initializer -> initializer(initializer);
            case NoClassDefFoundError missing -> missing(missing);
            case UnsatisfiedLinkError missing -> new EnvironmentException(
                    "native code is missing: " + missing.getMessage(), missing);
            case VerifyError broken ->
                loaded.stream().map(name -> fault(name).map(why -> unreadable(name, why, broken)))
                        .flatMap(Optional::stream).findFirst().orElseGet(() -> ours(broken));
            case IncompatibleClassChangeError mismatch -> mismatch(mismatch).map(
                    what -> (RuntimeException) new EnvironmentException(what + "; the class path does not fit together",
                            mismatch))
                    .orElseGet(() -> ours(mismatch));
            case ClassFormatError broken -> new EnvironmentException("a class file cannot be read: "
                    + broken.getMessage(), broken);
            case BootstrapMethodError call when call.getCause() instanceof LinkageError deeper -> failure(deeper,
                    loaded);
            default -> ours(error);
        };
    }

    private static RuntimeException ours(LinkageError error) {
        return new CheckerException("a rewritten class does not link: " + error, error);
    }

    /** The failure behind a class file that could not be rewritten. */
    RuntimeException failure(String internalName, RuntimeException thrown) {
        return fault(internalName).map(why -> unreadable(internalName, why, thrown)).orElseGet(
                () -> new CheckerException("the class " + dotted(internalName) + " cannot be rewritten: " + thrown,
                        thrown));
    }

    private static RuntimeException unreadable(String internalName, String why, Throwable cause) {
        return new EnvironmentException("the class file of " + dotted(internalName) + " cannot be used: " + why, cause);
    }

    private RuntimeException missing(NoClassDefFoundError error) {
        if (error.getCause() instanceof ExceptionInInitializerError initializer) {
            return initializer(initializer);
        }
        String name = error.getCause() instanceof ClassNotFoundException missing
                ? String.valueOf(missing.getMessage())
                : String.valueOf(error.getMessage());
        if (originals.apply(name.replace('.', '/')) != null) {
            return new CheckerException("the class " + dotted(name) + " is there, but was not found: " + error, error);
        }
        return EnvironmentException.missing(dotted(name), error);
    }

    private RuntimeException initializer(ExceptionInInitializerError error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        if (cause instanceof CheckFailure) {
            return (RuntimeException) cause;
        }
        if (cause instanceof LinkageError deeper && deeper != error) {
            return failure(deeper, List.of());
        }
        String where = "";
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                where = " of " + frame.getClassName();
            }
        }
        return new EnvironmentException("the static initializer" + where + " threw " + text(cause), error);
    }

    /** An exception for a sentence; one that {@link ExceptionInInitializerError} keeps only as text is that text. */
    private static String text(Throwable cause) {
        return cause.getClass() == ExceptionInInitializerError.class && cause.getMessage() != null
                ? cause.getMessage()
                : cause.toString();
    }

    /** What is wrong with a class file as the user has it, if something is. */
    private Optional<String> fault(String internalName) {
        byte[] bytes = originals.apply(internalName);
        if (bytes == null) {
            return Optional.of("it is missing");
        }
        try {
            List<VerifyError> found = classFile.verify(bytes);
            return found.isEmpty() ? Optional.empty() : Optional.of(String.valueOf(found.getFirst().getMessage()));
        } catch (RuntimeException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }

    /** The member that the method on top of the stack refers to and that is missing in the original class files, too. */
    private Optional<String> mismatch(IncompatibleClassChangeError error) {
        StackTraceElement[] trace = error.getStackTrace();
        byte[] bytes = trace.length == 0 ? null : originals.apply(trace[0].getClassName().replace('.', '/'));
        if (bytes == null) {
            return Optional.empty();
        }
        ClassModel caller = ClassFile.of().parse(bytes);
        for (MethodModel method : caller.methods()) {
            if (method.methodName().equalsString(trace[0].getMethodName()) && method.code().isPresent()) {
                for (CodeElement element : method.code().get()) {
                    String missing = unresolved(element);
                    if (missing != null) {
                        return Optional.of(trace[0].getClassName() + " uses " + missing + ", which is not there");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private @Nullable String unresolved(CodeElement element) {
        if (element instanceof FieldInstruction field) {
            String owner = field.owner().asInternalName();
            boolean missing = isKnown(owner) && index.field(owner, field.name().stringValue()) == null;
            return missing ? dotted(owner) + "." + field.name() : null;
        }
        if (element instanceof InvokeInstruction call) {
            String owner = call.owner().asInternalName();
            String method = call.name().stringValue() + call.type().stringValue();
            if (owner.startsWith("[") || owner.startsWith("java/lang/invoke/") || !isKnown(owner)) {
                return null;
            }
            boolean there = index.facts(index.declaring(owner, method)).methods().contains(method);
            boolean isInterface = (index.facts(owner).flags() & ClassFile.ACC_INTERFACE) != 0;
            if (there && isInterface != call.isInterface()) {
                return dotted(owner) + " as " + (isInterface ? "a class" : "an interface");
            }
            return there ? null : dotted(owner) + "." + call.name() + call.typeSymbol().displayDescriptor();
        }
        return null;
    }

    private boolean isKnown(String owner) {
        return !index.facts(owner).name().isEmpty();
    }

    private static String dotted(String internalName) {
        return internalName.replace('/', '.');
    }
}
