// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits of a real consumer, whose brokers are unreachable, so that no records arrive. */
@Timeout(60)
class IdleWaitTest {
    private static final Duration USUAL = Duration.ofMillis(5);
    private static final long QUIET = TimeUnit.SECONDS.toNanos(3);

    private final KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
            Map.of(
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    "127.0.0.1:1",
                    ConsumerConfig.GROUP_ID_CONFIG,
                    "idle",
                    ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                    false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    private final CountDownLatch longWait = new CountDownLatch(1);
    private final IdleWait waits = new IdleWait(
            timeout -> {
                if (timeout.equals(IdleWait.LONG)) {
                    longWait.countDown();
                    return consumer.poll(Duration.ofMinutes(1));
                }
                return consumer.poll(timeout);
            },
            consumer::wakeup,
            0);

    @BeforeEach
    void assign() {
        consumer.assign(List.of(new TopicPartition("routes", 0)));
    }

    @AfterEach
    void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }

    @Test
    void waitsAsUsualUntilTheConsumerIsQuiet() {
        waits.poll(USUAL, QUIET / 2);
        waits.recordWork(QUIET);
        waits.poll(USUAL, 4 * QUIET / 3);
        assertThat(longWait.getCount()).isOne();
    }

    @Test
    void workEndsALongWaitOfAnotherThread() throws Exception {
        CompletableFuture<ConsumerRecords<byte[], byte[]>> polled =
                CompletableFuture.supplyAsync(() -> waits.poll(USUAL, QUIET));
        longWait.await();
        waits.wake();
        assertThat(polled.get(30, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void workBeforeALongWaitMakesItShort() {
        waits.wake();
        waits.poll(USUAL, QUIET);
        assertThat(longWait.getCount()).isOne();
    }

    @Test
    void workAtTheEndOfALongWaitDoesNotInterruptOtherCalls() {
        IdleWait late = lateInterruption();
        late.poll(USUAL, QUIET);
        assertThatCode(() -> consumer.poll(USUAL)).doesNotThrowAnyException();
    }

    /** Returns waits whose long wait is interrupted when the consumer has already returned. */
    private IdleWait lateInterruption() {
        IdleWait[] self = new IdleWait[1];
        self[0] = new IdleWait(
                timeout -> {
                    ConsumerRecords<byte[], byte[]> records =
                            consumer.poll(timeout.equals(IdleWait.LONG) ? USUAL : timeout);
                    if (timeout.equals(IdleWait.LONG)) {
                        self[0].wake();
                    }
                    return records;
                },
                consumer::wakeup,
                0);
        return self[0];
    }
}
