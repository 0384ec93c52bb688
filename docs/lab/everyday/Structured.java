import dev.baton.check.api.ModelCheck;
import java.util.concurrent.StructuredTaskScope;

class Structured {
    @ModelCheck
    void structuredScope() throws Exception {
        try (var scope = StructuredTaskScope.open()) {
            var a = scope.fork(() -> 1);
            var b = scope.fork(() -> 2);
            scope.join();
            assert a.get() + b.get() == 3;
        }
    }

    @ModelCheck
    void structuredScopeFails() throws Exception {
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> { if (true) { throw new IllegalStateException("no"); } return 1; });
            scope.join();
            assert false;
        } catch (StructuredTaskScope.FailedException e) {
            assert e.getCause() instanceof IllegalStateException;
        }
    }

    static final ScopedValue<String> USER = ScopedValue.newInstance();

    @ModelCheck
    void scopedValueInScope() throws Exception {
        ScopedValue.where(USER, "ann").call(() -> {
            try (var scope = StructuredTaskScope.open()) {
                var who = scope.fork(() -> USER.get());
                scope.join();
                assert who.get().equals("ann");
            }
            return null;
        });
    }
}
