package dev.baton;

import java.util.concurrent.TimeUnit;

/** The contract on the class it was taken from. */
class JdkCountDownLatchTest extends CountDownLatchContract {
    @Override
    Latch latch(int count) {
        java.util.concurrent.CountDownLatch latch = new java.util.concurrent.CountDownLatch(count);
        return new Latch() {
            @Override
            public void await() throws InterruptedException {
                latch.await();
            }

            @Override
            public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
                return latch.await(timeout, unit);
            }

            @Override
            public void countDown() {
                latch.countDown();
            }

            @Override
            public long getCount() {
                return latch.getCount();
            }

            @Override
            public String toString() {
                return latch.toString();
            }
        };
    }
}
