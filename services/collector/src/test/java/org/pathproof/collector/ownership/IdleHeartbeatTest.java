// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;

/** Tests the heartbeats of a collector without routers. */
@Timeout(120)
final class IdleHeartbeatTest {
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    /** Times of the heartbeats, in nanoseconds. */
    private final List<Long> sent = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void createTopic() {
        KAFKA.createTopics(1, Topics.COLLECTORS);
    }

    @Test
    void aClaimWritesAHeartbeatAtOnce() throws InterruptedException {
        // Without a claim, the first heartbeat would come after four minutes.
        try (KafkaOwnership ownership = ownership(Duration.ofMinutes(5))) {
            RouterIdentity router = RouterIdentity.of("192.0.2.1", "edge");
            assertThat(ownership.claim(router, () -> false)).isTrue();
            assertThat(ownership.isCertain()).isTrue();
        }
    }

    @Test
    void heartbeatsWithoutARouterAreFewer() {
        Duration lease = Duration.ofSeconds(2);
        try (KafkaOwnership _ = ownership(lease)) {
            await().atMost(AT_MOST).until(() -> sent.size() >= 2);
            assertThat(Duration.ofNanos(sent.get(1) - sent.get(0))).isGreaterThan(lease.dividedBy(2));
        }
    }

    private KafkaOwnership ownership(Duration lease) {
        Map<String, Object> client = KAFKA.client();
        KafkaOwnership ownership = new KafkaOwnership(
                client, "idle", lease, ObservedProducer.of(client, record -> sent.add(System.nanoTime())), () -> {});
        ownership.start();
        return ownership;
    }
}
