package dev.baton.check.program;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a class will be refused, said before anything runs: the calls that its methods lead to, as far as they can be followed
 * in class files, and that {@link CallRules} cannot model. A method is followed if it is called and, where the call does not say
 * which class it means, if such a class is made on the way. What depends on the run is not seen: an object of the JDK that
 * threads share.
 */
public final class Forecast {
    private static final int MOST_METHODS = 20_000;

    /**
     * A call that will be refused if a thread of a check comes to it.
     *
     * @param call   class and method of the JDK
     * @param why    what is wrong with it
     * @param wayOut what to do instead
     * @param where  file, line and method of the call
     * @param own    line of the class in question that leads there; empty if the call stands in that class itself
     */
    public record Refusal(String call, String why, String wayOut, String where, String own) {}

    private record Method(String owner, String nameAndType) {}

    private record Caller(@Nullable Method method, String place) {}

    private final ProgramLoader loader;
    private final ClassIndex index;
    private final String root;
    private final Map<Method, Caller> callers = new LinkedHashMap<>();
    private final Deque<Method> open = new ArrayDeque<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Map<Method, Caller> virtual = new LinkedHashMap<>();
    private final Map<String, Optional<ClassModel>> classes = new HashMap<>();
    private final Map<String, Refusal> refusals = new LinkedHashMap<>();

    private Forecast(ClassLoader user, String className) {
        this.loader = new ProgramLoader(user);
        this.index = new ClassIndex(loader::bytes);
        this.root = className.replace('.', '/');
    }

    /**
     * Follows the methods of a class.
     *
     * @param user      loader of the class and of what it needs
     * @param className the binary name of the class
     * @return the forecast
     */
    public static Forecast of(ClassLoader user, String className) {
        Forecast forecast = new Forecast(user, className);
        forecast.walk();
        return forecast;
    }

    /** {@return the calls that will be refused, each once} */
    public List<Refusal> refusals() {
        return List.copyOf(refusals.values());
    }

    /** {@return how many methods were followed} */
    public int methods() {
        return callers.size();
    }

    /** {@return how many classes they are in} */
    public int classes() {
        Set<String> owners = new HashSet<>();
        callers.keySet().forEach(each -> owners.add(each.owner()));
        return owners.size();
    }

    private void walk() {
        made.add(root);
        model(root).ifPresent(model -> model.methods().forEach(
                each -> reach(new Method(root, each.methodName().stringValue() + each.methodType().stringValue()), null,
                        "")));
        while (!open.isEmpty() && callers.size() < MOST_METHODS) {
            look(open.remove());
        }
    }

    private void reach(Method method, @Nullable Method from, String place) {
        if (callers.putIfAbsent(method, new Caller(from, place)) == null) {
            open.add(method);
        }
    }

    private Optional<ClassModel> model(String name) {
        return classes.computeIfAbsent(name, each -> {
            byte[] bytes = each.startsWith("[") ? null : loader.bytes(each);
            return bytes == null ? Optional.empty() : Optional.of(ClassFile.of().parse(bytes));
        });
    }

    private static Optional<MethodModel> find(ClassModel model, String nameAndType) {
        return model.methods().stream()
                .filter(each -> (each.methodName().stringValue() + each.methodType().stringValue()).equals(nameAndType))
                .findFirst();
    }

    private void look(Method at) {
        ClassModel model = model(at.owner()).orElse(null);
        MethodModel method = model == null ? null : find(model, at.nameAndType()).orElse(null);
        if (model == null || method == null) {
            return;
        }
        String file = model.findAttribute(Attributes.sourceFile()).map(each -> each.sourceFile().stringValue())
                .orElse("");
        if ((method.flags().flagsMask() & ClassFile.ACC_NATIVE) != 0) {
            refuse(at, dotted(at.owner()) + "." + method.methodName(), file, 0, "native code cannot be modelled");
            return;
        }
        int line = 0;
        for (CodeElement element : method.code().<Iterable<CodeElement>>map(CodeModel::elementList).orElse(List.of())) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case NewObjectInstruction made -> make(made.className().asInternalName(), at);
                case InvokeInstruction call -> call(at, call, file, line);
                case InvokeDynamicInstruction call -> references(at, call, file, line);
                default -> {
                }
            }
        }
    }

    /** A class of which there are objects now: calls that may mean it lead into it. */
    private void make(String name, Method by) {
        if (isFollowed(name) && made.add(name)) {
            reach(new Method(name, "<clinit>()V"), by, "");
            virtual.forEach((called, caller) -> dispatch(called, caller, name));
        }
    }

    private boolean isFollowed(String name) {
        return !name.startsWith("[") && loader.isRewritten(name) && !ShadowNames.isShadow(name);
    }

    private void dispatch(Method called, Caller caller, String type) {
        if (index.isSubtype(type, called.owner())) {
            String declaring = index.declaring(type, called.nameAndType());
            if (isFollowed(declaring)) {
                reach(new Method(declaring, called.nameAndType()), caller.method(), caller.place());
            }
        }
    }

    private void call(Method at, InvokeInstruction call, String file, int line) {
        String owner = call.owner().asInternalName();
        String nameAndType = call.name().stringValue() + call.type().stringValue();
        if (owner.startsWith("[")) {
            return;
        }
        boolean exact = call.opcode() == Opcode.INVOKESTATIC || call.opcode() == Opcode.INVOKESPECIAL;
        to(at, new Method(owner, nameAndType), exact, file, line);
    }

    private void references(Method at, InvokeDynamicInstruction call, String file, int line) {
        for (ConstantDesc argument : call.bootstrapArgs()) {
            if (argument instanceof DirectMethodHandleDesc handle && handle.owner().isClassOrInterface()) {
                String descriptor = handle.owner().descriptorString();
                to(at, new Method(descriptor.substring(1, descriptor.length() - 1),
                        handle.methodName() + handle.lookupDescriptor()), true, file, line);
            }
        }
    }

    private void to(Method at, Method called, boolean exact, String file, int line) {
        String declaring = index.declaring(called.owner(), called.nameAndType());
        Caller caller = new Caller(at, file + ":" + line);
        if (isFollowed(declaring)) {
            reach(new Method(declaring, called.nameAndType()), at, caller.place());
        } else {
            judge(at, declaring, called.nameAndType(), file, line);
        }
        if (!exact && virtual.putIfAbsent(called, caller) == null) {
            List.copyOf(made).forEach(type -> dispatch(called, caller, type));
        }
    }

    private void judge(Method at, String declaring, String nameAndType, String file, int line) {
        String name = nameAndType.substring(0, nameAndType.indexOf('('));
        boolean refused = CallRules.replacement(declaring, nameAndType) == null
                && !CallRules.mayPrint(declaring) && CallRules.isUnmodelled(declaring, nameAndType);
        if (refused) {
            refuse(at,
                    dotted(ShadowNames.isShadow(declaring) ? ShadowNames.original(declaring) : declaring) + "." + name,
                    file, line, CallRules.isForbidden(declaring, nameAndType)
                            ? "it would end or change the checker itself; it is refused in the set-up, too"
                            : "what it does is out of the checker's sight");
        }
    }

    private void refuse(Method at, String call, String file, int line, String why) {
        String where = (file.isEmpty() ? dotted(at.owner()) : file + (line == 0 ? "" : ":" + line)) + " in "
                + dotted(at.owner()).replaceFirst(".*\\.", "") + "."
                + at.nameAndType().substring(0, at.nameAndType().indexOf('('));
        refusals.putIfAbsent(call + " " + where, new Refusal(call, why, WaysOut.of(call), where, own(at)));
    }

    /** The line of the class in question that leads to a method; empty if the method is its own. */
    private String own(Method method) {
        Method at = method;
        for (int depth = 0; depth < MOST_METHODS; depth++) {
            Caller caller = callers.get(at);
            if (isOwn(at) || caller == null || caller.method() == null) {
                return "";
            }
            if (isOwn(caller.method())) {
                return caller.place();
            }
            at = caller.method();
        }
        return "";
    }

    private boolean isOwn(Method method) {
        return method.owner().equals(root) || method.owner().startsWith(root + "$");
    }

    private static String dotted(String internalName) {
        return internalName.replace('/', '.');
    }
}
