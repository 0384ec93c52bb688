package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiler does not see what rewritten code calls: each hook is there, under its name and with its types. */
class HookTest {
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
}
