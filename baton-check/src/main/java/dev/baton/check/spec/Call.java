package dev.baton.check.spec;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call of an operation with its arguments.
 *
 * @param operation the operation
 * @param arguments what it is given: numbers, strings, truth values
 */
public record Call(CallKind operation, List<@Nullable Object> arguments) {
    /** {@return as the source would write it} */
    public String text() {
        return operation.name() + arguments.stream().map(ResultTexts::render)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public String toString() {
        return text();
    }
}
