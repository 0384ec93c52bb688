package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.constant.ConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiler does not see what rewritten code calls: each hook is there, under its name and with its types. */
class HookTest {
    @BeforeAll
    static void openInternals() {
        Internals.open(); // hooks stand on packages of the JDK that are closed otherwise
    }

    static Stream<Field> constants() {
        return Arrays.stream(Hook.class.getDeclaredFields()).filter(field -> field.getType() == Hook.class);
    }

    private static Object resolve(ConstantDesc described) throws ReflectiveOperationException {
        return described.resolveConstantDesc(MethodHandles.lookup());
    }

    @ParameterizedTest
    @MethodSource("constants")
    void hookIsAPublicMethodOfAPublicClass(Field constant) throws ReflectiveOperationException {
        Hook hook = (Hook) constant.get(null);
        assertThat(MethodHandles.publicLookup().findStatic((Class<?>) resolve(hook.owner()), hook.method(),
                (MethodType) resolve(hook.type()))).isNotNull();
    }

    /** Rewritten code calls the gate, not the hook. */
    @ParameterizedTest
    @MethodSource("constants")
    void gateOfAHookHasItsNameAndTypes(Field constant) throws ReflectiveOperationException {
        Hook hook = (Hook) constant.get(null);
        Class<?> gate = Gates.load(Gates.of(hook.owner()).descriptorString().replaceAll("^L|;$", "").replace('/', '.'));
        assertThat(MethodHandles.publicLookup().findStatic(gate, hook.method(), (MethodType) resolve(hook.type())))
                .isNotNull();
    }

    @Test
    void rewrittenClassesHaveRoomForATag() throws ReflectiveOperationException {
        Class<?> tag = (Class<?>) resolve(Instrumenter.TAG);
        Class<?> tagged = (Class<?>) resolve(Instrumenter.TAGGED);
        assertThat(tagged.isInterface()).isTrue();
        assertThat(tagged.getMethod(Instrumenter.TAG_NAME).getReturnType()).isEqualTo(tag);
        assertThat(tagged.getMethod(Instrumenter.TAG_NAME, tag).getReturnType()).isEqualTo(void.class);
        assertThat(tagged.getMethods()).as("a rewritten class implements no other").hasSize(2);
        Field known = Class.forName(Instrumenter.TAG.packageName() + ".Layout").getDeclaredField("TAG_FIELD");
        known.setAccessible(true);
        assertThat(known.get(null)).as("the field that is none of the program's").isEqualTo(Instrumenter.TAG_NAME);
    }

    static Stream<String> replacements() {
        return CallRules.replacements().keySet().stream().sorted();
    }

    /** Also that what it replaces is there: a name that the JDK does not have would never be met. */
    @ParameterizedTest
    @MethodSource("replacements")
    void replacementTakesWhatTheCallHas(String replaced) throws ReflectiveOperationException {
        int dot = replaced.indexOf('.');
        int type = replaced.indexOf('(');
        String declaring = replaced.substring(0, dot);
        String name = replaced.substring(dot + 1, type);
        MethodTypeDesc call = MethodTypeDesc.ofDescriptor(replaced.substring(type));
        String original = ShadowNames.isShadow(declaring) ? ShadowNames.original(declaring) : declaring;
        Class<?> owner = ShadowNames.isShadow(declaring) && ShadowNames.isStoodInFor(original)
                ? Class.forName((ShadowNames.STAND_INS + original).replace('/', '.'))
                : Class.forName(original.replace('/', '.'), false, null);
        Method method = Arrays.stream(owner.getDeclaredMethods())
                .filter(each -> each.getName().equals(name) && parametersOf(each).equals(parametersOf(call)))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(replaced));
        CallRules.Replacement replacement = CallRules.replacements().get(replaced);
        MethodTypeDesc wanted = CallRewriter.replacementType(declaring, call,
                !Modifier.isStatic(method.getModifiers()));
        Class<?> hooks = Class.forName(replacement.owner().replace('/', '.'));
        MethodType types = (MethodType) resolve(wanted);
        assertThat(MethodHandles.publicLookup().findStatic(hooks, replacement.name(), types)).isNotNull();
        boolean onObject = !Modifier.isStatic(method.getModifiers());
        Class<?> gate = Gates.load("dev.baton.check.replay.gate." + hooks.getSimpleName());
        assertThat(MethodHandles.publicLookup().findStatic(gate,
                (onObject ? Gates.ON_OBJECT : "") + replacement.name(), types)).isNotNull();
    }

    private static List<String> parametersOf(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::descriptorString).toList();
    }

    private static List<String> parametersOf(MethodTypeDesc type) {
        return type.parameterList().stream().map(each -> each.descriptorString().replace(ShadowNames.PREFIX, ""))
                .toList();
    }
}
