// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.wire.Bytes;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Tests with a real Kafka that the sessions survive the deletion of their topic: running collectors write them again
 * with their epochs, and after a restart the new epochs are above the lost ones.
 */
final class SessionsTopicLossTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final List<ConfigurableApplicationContext> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void aRunningCollectorWritesItsSessionsAgainAndRequestsTheTables() throws Exception {
        CollectorService collector = start();
        try (Socket gone = connect(collector)) {
            send(gone, Bmp.initiation("gone"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(TIMEOUT).until(() -> state("gone").equals(Optional.of(State.UP)));
        }
        await().atMost(TIMEOUT).until(() -> state("gone").equals(Optional.of(State.LOST)));
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> state("edge1").equals(Optional.of(State.UP)));
            assertThat(gaps()).isEmpty();
            Session before = session("edge1").orElseThrow();
            kafka.deleteTopic(Topics.SESSIONS);
            await().atMost(TIMEOUT).ignoreExceptions().untilAsserted(() -> {
                assertThat(sessions("edge1").getFirst()).isEqualTo(before);
                assertThat(state("gone")).hasValue(State.LOST);
            });
            // The collector disconnects the router, which sends its table then.
            assertThat(router.getInputStream().read()).isEqualTo(-1);
        }
        Gap gap = gaps().getFirst();
        assertThat(gap.getLostTopicsList()).containsExactly(Topics.SESSIONS);
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(session("edge1")).hasValueSatisfying(s -> {
                        assertThat(s.getState()).isEqualTo(State.UP);
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(s.getGapsHealed()).isEqualTo(gap.getNumber());
                    }));
        }
        assertThat(collector.isServing()).isTrue();
    }

    @Test
    void healsEachOfSeveralDeletions() throws Exception {
        CollectorService collector = start();
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> state("edge1").equals(Optional.of(State.UP)));
            long number = 0;
            for (int deletions = 1; deletions <= 2; deletions++) {
                long earlier = number;
                kafka.deleteTopic(Topics.SESSIONS);
                await().atMost(TIMEOUT).ignoreExceptions().untilAsserted(() -> {
                    assertThat(gaps()).last().returns(true, gap -> gap.getNumber() > earlier);
                    assertThat(session("edge1")).isPresent();
                });
                number = gaps().getLast().getNumber();
            }
        }
    }

    @Test
    void epochsBeginAboveTheLostOnesAfterARestart() throws Exception {
        CollectorService first = start();
        try (Socket router = connect(first)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> state("edge1").equals(Optional.of(State.UP)));
        }
        running.removeLast().close();
        kafka.deleteTopic(Topics.SESSIONS);
        long now = Instant.now().getEpochSecond();
        CollectorService second = start();
        Gap gap = gaps().getFirst();
        assertThat(gap.getLostTopicsList()).containsExactly(Topics.SESSIONS);
        assertThat(gap.getNumber()).isGreaterThanOrEqualTo(now);
        for (int connection = 1; connection <= 2; connection++) {
            long epoch = gap.getNumber() + connection;
            try (Socket router = connect(second)) {
                send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
                await().atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(session("edge1"))
                                .hasValueSatisfying(
                                        s -> assertThat(s.getEpoch()).isEqualTo(epoch)));
            }
        }
        // A restart without a loss reports nothing.
        running.removeLast().close();
        start();
        assertThat(gaps()).hasSize(1);
    }

    @Test
    void theFirstStartOfACollectorIsNoLoss() throws Exception {
        start();
        assertThat(gaps()).isEmpty();
    }

    private CollectorService start() {
        Map<String, Object> properties = Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.collector.bmp-address", "127.0.0.1",
                "pathproof.collector.id", "c1",
                "pathproof.collector.quiet-time", "1s",
                "pathproof.collector.gap-spread", "1s",
                "pathproof.kafka.route-partitions", "3",
                "pathproof.kafka.replication-factor", "1",
                "pathproof.kafka.bootstrap-servers", kafka.bootstrapServers());
        ConfigurableApplicationContext context = CollectorContext.start(properties, new SimpleMeterRegistry());
        running.add(context);
        CollectorService service = context.getBean(CollectorService.class);
        await().atMost(TIMEOUT).until(service::isServing);
        return service;
    }

    private static Socket connect(CollectorService collector) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), collector.bmpPort().orElseThrow());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    private static void send(Socket socket, Bytes... messages) throws IOException {
        for (Bytes message : messages) {
            socket.getOutputStream().write(message.toArray());
        }
    }

    private Optional<State> state(String router) throws Exception {
        return session(router).map(Session::getState);
    }

    private Optional<Session> session(String router) throws Exception {
        List<Session> all = sessions(router);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /** Returns the records of a router, in the order of the topic. */
    private List<Session> sessions(String router) throws Exception {
        List<Session> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (!Gaps.isGap(record.key())) {
                Session session = Session.parseFrom(record.value());
                if (session.getRouterName().equals(router)) {
                    records.add(session);
                }
            }
        }
        return records;
    }

    private List<Gap> gaps() throws Exception {
        List<Gap> gaps = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (Gaps.isGap(record.key())) {
                gaps.add(Gap.parseFrom(record.value()));
            }
        }
        return gaps;
    }
}
