// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.harness.kafka.EmbeddedKafka;

/** Tests a takeover whose last record blocks in the producer: heartbeats are still read, and other routers claimed. */
@Timeout(120)
final class BlockedTakeoverTest {
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();
    private static final Duration AT_MOST = Duration.ofSeconds(40);

    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @BeforeAll
    static void createTopic() {
        KAFKA.createTopics(1, Topics.COLLECTORS);
    }

    @Test
    void heartbeatsAreReadAndOtherRoutersAreClaimed() throws Exception {
        Map<String, Object> client = KAFKA.client();
        RouterIdentity taken = RouterIdentity.of("192.0.2.1", "taken");
        RouterIdentity other = RouterIdentity.of("192.0.2.2", "other");
        publishHeartbeat("silent", taken, client);
        try (KafkaOwnership ownership =
                        new KafkaOwnership(client, "c1", Duration.ofSeconds(2), blocking(client), () -> {});
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ownership.start();
            await().atMost(AT_MOST).until(() -> ownership.isFree(taken.hash()));
            Future<Boolean> takeover = threads.submit(() -> ownership.claim(taken, () -> false));
            blocked.await();

            assertThat(threads.submit(() -> ownership.claim(other, () -> false)).get())
                    .isTrue();
            assertThat(threads.submit(() -> ownership.isHeld(taken.hash())).get())
                    .isTrue();
            // For longer than the lease, heartbeats are written and read back.
            await().during(Duration.ofSeconds(3)).atMost(AT_MOST).until(ownership::isCertain);
            assertThat(takeover).isNotDone();

            released.countDown();
            assertThat(takeover.get()).isTrue();
        } finally {
            released.countDown();
        }
    }

    private static void publishHeartbeat(String collector, RouterIdentity router, Map<String, Object> client)
            throws Exception {
        Collector heartbeat = Collector.newBuilder()
                .setId(collector)
                .setIncarnation(1)
                .setBeat(1)
                .addRouters(Ownership.newBuilder()
                        .setRouterHash(ByteString.copyFrom(router.hash().toArray()))
                        .build())
                .build();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topics.COLLECTORS, 0, collector.getBytes(StandardCharsets.UTF_8), heartbeat.toByteArray()))
                    .get();
        }
    }

    /**
     * Returns a producer whose {@code send} blocks for records without a value, which delete the record of a silent
     * collector.
     */
    private Producer<byte[], byte[]> blocking(Map<String, Object> client) {
        return ObservedProducer.of(client, record -> {
            if (record.value() == null) {
                blocked.countDown();
                released.await();
            }
        });
    }
}
