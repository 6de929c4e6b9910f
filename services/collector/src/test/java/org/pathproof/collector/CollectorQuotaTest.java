// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.collector.CollectorUnderTest.LIMIT;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.wire.Bytes;

/** Tests the bound of sessions with real Kafka: in the topic, and after a restart with a lower bound. */
final class CollectorQuotaTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Bmp bmp = new Bmp(65000, 65536);

    @Test
    void routersLeaveABoundedNumberOfSessionsInTheTopicAndARestartKeepsALowerBound() throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("max-unknown-sessions", "40", "max-per-address", "1000"));
        try (CollectorUnderTest collector = CollectorUnderTest.start(kafka, settings)) {
            for (int n = 0; n < 30; n++) {
                try (TestRouter router = collector.connect()) {
                    router.send(Bmp.initiation("flood" + n), bmp.peerUp());
                    int expected = n;
                    await().atMost(LIMIT).until(() -> names().contains("flood" + expected));
                }
                await().atMost(LIMIT).until(() -> collector.service().connections() == 0);
            }
            await().atMost(LIMIT).untilAsserted(() -> assertThat(names()).hasSizeLessThanOrEqualTo(10));
            assertThat(names()).contains("flood29").doesNotContain("flood0");
            assertThat(collector.service().quotaNote()).contains("a quarter of it for one address");
        }

        settings.put("max-unknown-sessions", "4");
        try (CollectorUnderTest collector = CollectorUnderTest.start(kafka, settings)) {
            assertThat(collector.service().quotaNote()).contains("the topic had more sessions than");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(names()).hasSizeLessThanOrEqualTo(4));
            try (TestRouter router = collector.connect()) {
                router.send(Bmp.initiation("flood0"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
                await().atMost(LIMIT).until(() -> names().contains("flood0"));
            }
        }
    }

    /** Returns the names of the routers whose newest record in the topic is not a deletion. */
    private List<String> names() {
        Map<Bytes, String> newest = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (Gaps.isGap(record.key())) {
                continue;
            }
            Bytes key = Bytes.wrap(record.key());
            if (record.value() == null) {
                newest.remove(key);
            } else {
                newest.put(key, name(record.value()));
            }
        }
        return List.copyOf(newest.values());
    }

    private static String name(byte[] value) {
        try {
            return Session.parseFrom(value).getRouterName();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
