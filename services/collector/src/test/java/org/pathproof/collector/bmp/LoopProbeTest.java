// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LoopProbeTest {
    private long now = 1_000;

    @Test
    void reportsTheLoopWhoseTaskIsLate() {
        LoopProbe probe = new LoopProbe(() -> now);
        Runnable first = probe.add();
        Runnable second = probe.add();
        now += LoopProbe.INTERVAL.toNanos();
        first.run();
        second.run();
        assertThat(probe.lateNanos()).isZero();

        now += LoopProbe.INTERVAL.toNanos() + Duration.ofSeconds(3).toNanos();
        first.run();
        assertThat(probe.lateNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
        second.run();
        assertThat(probe.lateNanos()).isZero();
    }

    @Test
    void aQueueReportsTheAgeOfTheObjectThatIsHandledOrWaits() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        MessageQueue queue = new MessageQueue(
                "test",
                object -> {
                    begun.countDown();
                    await(release);
                },
                ended::countDown);
        assertThat(queue.oldestNanos(System.nanoTime())).isZero();
        queue.add("message");
        begun.await();
        assertThat(queue.oldestNanos(System.nanoTime() + 5_000_000_000L)).isGreaterThanOrEqualTo(5_000_000_000L);
        release.countDown();
        assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(queue.oldestNanos(System.nanoTime())).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
