package dev.baton;

/** The contract, with a count in several words. */
class SpreadCountDownLatchTest extends CountDownLatchContract {
    @Override
    Latch latch(int count) {
        return CountDownLatchTest.adapted(
                new CountDownLatch(count, Tuning.DEFAULT, new SpreadCount(Math.max(0, count), 4)));
    }
}
