// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.kafka.EmbeddedKafka;

/**
 * Tests with a real Kafka that the sessions survive the deletion of their topic: running collectors write them again
 * with their epochs, and after a restart the new epochs are above the lost ones.
 */
final class SessionsTopicLossTest {
    private static final Duration LIMIT = CollectorUnderTest.LIMIT;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final PublishedRecords records = new PublishedRecords(kafka);

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    @Test
    void aRunningCollectorWritesItsSessionsAgainAndRequestsTheTables() throws Exception {
        CollectorUnderTest collector = start();
        try (TestRouter gone = collector.connect()) {
            gone.send(Bmp.initiation("gone"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(LIMIT).until(() -> records.state("gone").equals(Optional.of(State.UP)));
        }
        await().atMost(LIMIT).until(() -> records.state("gone").equals(Optional.of(State.LOST)));
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.state("edge1").equals(Optional.of(State.UP)));
            assertThat(records.gaps()).isEmpty();
            Session before = records.session("edge1").orElseThrow();
            kafka.deleteTopic(Topics.SESSIONS);
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> {
                assertThat(records.sessions("edge1").getFirst()).isEqualTo(before);
                assertThat(records.state("gone")).hasValue(State.LOST);
            });
            // The collector disconnects the router, which sends its table then.
            router.awaitEnd();
        }
        Gap gap = records.gaps().getFirst();
        assertThat(gap.getLostTopicsList()).containsExactly(Topics.SESSIONS);
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.session("edge1")).hasValueSatisfying(s -> {
                        assertThat(s.getState()).isEqualTo(State.UP);
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(s.getGapsHealed()).isEqualTo(gap.getNumber());
                    }));
        }
        assertThat(collector.service().isServing()).isTrue();
    }

    @Test
    void healsEachOfSeveralDeletions() throws Exception {
        CollectorUnderTest collector = start();
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.state("edge1").equals(Optional.of(State.UP)));
            long number = 0;
            for (int deletions = 1; deletions <= 2; deletions++) {
                long earlier = number;
                kafka.deleteTopic(Topics.SESSIONS);
                await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> {
                    assertThat(records.gaps()).last().returns(true, gap -> gap.getNumber() > earlier);
                    assertThat(records.session("edge1")).isPresent();
                });
                number = records.gaps().getLast().getNumber();
            }
        }
    }

    @Test
    void epochsBeginAboveTheLostOnesAfterARestart() throws Exception {
        CollectorUnderTest first = start();
        try (TestRouter router = first.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.state("edge1").equals(Optional.of(State.UP)));
        }
        first.close();
        kafka.deleteTopic(Topics.SESSIONS);
        long now = Instant.now().getEpochSecond();
        CollectorUnderTest second = start();
        Gap gap = records.gaps().getFirst();
        assertThat(gap.getLostTopicsList()).containsExactly(Topics.SESSIONS);
        assertThat(gap.getNumber()).isGreaterThanOrEqualTo(now);
        for (int connection = 1; connection <= 2; connection++) {
            long epoch = gap.getNumber() + connection;
            try (TestRouter router = second.connect()) {
                router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(records.session("edge1"))
                                .hasValueSatisfying(
                                        s -> assertThat(s.getEpoch()).isEqualTo(epoch)));
            }
        }
        // A restart without a loss reports nothing.
        second.close();
        start();
        assertThat(records.gaps()).hasSize(1);
    }

    @Test
    void theFirstStartOfACollectorIsNoLoss() throws Exception {
        start();
        assertThat(records.gaps()).isEmpty();
    }

    private CollectorUnderTest start() {
        return opened.open(CollectorUnderTest.start(kafka, Map.of("quiet-time", "200ms", "gap-spread", "100ms")));
    }
}
