import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.atomic.AtomicInteger;
import stormpot.Allocator;
import stormpot.BasePoolable;
import stormpot.Expiration;
import stormpot.Pool;
import stormpot.Slot;

/** Two threads use the only object of a pool, one after the other: each sees what the other did to it. */
class StormpotStale {
    static final class Account extends BasePoolable {
        int uses;

        Account(Slot slot) {
            super(slot);
        }
    }

    static final class Accounts implements Allocator<Account> {
        @Override
        public Account allocate(Slot slot) {
            return new Account(slot);
        }

        @Override
        public void deallocate(Account account) {}
    }

    @ModelCheck
    void usesAreNotLost(Scenario scenario) {
        Pool<Account> pool = Pool.fromInline(new Accounts()).setSize(1).setExpiration(Expiration.never()).build();
        var uses = new AtomicInteger();
        scenario.thread("regular", () -> {
            use(pool, uses);
            use(pool, uses); // by the short way, which knows the slot from the first time
        });
        scenario.thread("other", () -> use(pool, uses));
        scenario.finallyAssert(() -> {
            int seen = pool.tryClaim().uses;
            assert seen == uses.get() : "the account has " + seen + " of " + uses.get() + " uses";
        });
    }

    static void use(Pool<Account> pool, AtomicInteger uses) {
        Account account = pool.tryClaim();
        if (account != null) {
            account.uses++;
            uses.incrementAndGet();
            account.release();
        }
    }
}
