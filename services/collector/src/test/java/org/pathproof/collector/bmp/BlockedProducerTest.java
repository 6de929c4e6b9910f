// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.wire.Bytes;

/** Tests a producer whose {@code send} blocks for the session records of one router: all other routers continue. */
@Timeout(60)
final class BlockedProducerTest {
    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final String BLOCKED = "blocked";

    private final BlockingProducer producer = new BlockingProducer();
    private final CollectorMetrics metrics = new CollectorMetrics(new SimpleMeterRegistry());
    private final KafkaOutput output = new KafkaOutput(producer, 3, 1_000_000, 500_000, metrics, RouteTracers.OFF);
    private final Sessions sessions = new Sessions(output.sessions());
    private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final BmpServer server = new BmpServer(
            new BmpLimits(10_000, 100, 100, Duration.ZERO, AT_MOST, AT_MOST, 100_000, 50_000),
            BmpAccess.OPEN,
            new RouterRules("c1", Sources.AUTO, AT_MOST, AT_MOST, 1000, 10, Set.of(), PeerRules.NONE, FeedRules.NONE),
            sessions,
            output,
            metrics,
            Optional.empty(),
            Clock.systemUTC(),
            new OwnerOfAll());

    /** Blocks while a session record of the router {@value #BLOCKED} is sent, until released. */
    private static final class BlockingProducer extends MockProducer<byte[], byte[]> {
        private final CountDownLatch blocked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private BlockingProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one blocked call must not block others
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            if (record.topic().equals(Topics.SESSIONS)
                    && session(record).getRouterName().equals(BLOCKED)) {
                blocked.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new InterruptException(e);
                }
            }
            return super.send(record, callback);
        }
    }

    @BeforeEach
    void listen() throws InterruptedException {
        server.bind("127.0.0.1", 0);
    }

    @AfterEach
    void close() {
        producer.released.countDown();
        server.close();
        output.close();
        others.close();
    }

    @Test
    void sendsRoutesOfOtherRoutersWhileOneIsBlocked() throws IOException, InterruptedException {
        try (Socket blocked = connect(BLOCKED)) {
            blocked.getOutputStream().write(bmp.peerUp().toArray());
            producer.blocked.await();
            int routers = 50; // more routers than initial bins in the ConcurrentHashMap of sessions
            for (int i = 0; i < routers; i++) {
                try (Socket router = connect("r" + i)) {
                    router.getOutputStream()
                            .write(bmp.peerUp()
                                    .concat(bmp.announce("192.0.2." + i + "/32"))
                                    .toArray());
                    int expected = i + 1;
                    await().atMost(AT_MOST).until(() -> sent(Topics.ROUTES).size() == expected);
                }
            }
            assertThat(states(BLOCKED)).isEmpty();

            // Records of the blocked router follow in order.
            producer.released.countDown();
            await().atMost(AT_MOST)
                    .untilAsserted(() -> assertThat(states(BLOCKED)).containsExactly(State.SYNCING));
        }
        await().atMost(AT_MOST)
                .untilAsserted(() -> assertThat(states(BLOCKED)).containsExactly(State.SYNCING, State.LOST));
    }

    @Test
    void expiresAndReadsSessionsWhileOneIsBlocked() throws Exception {
        SessionId lost = id("aa");
        sessions.load(lost, session(BLOCKED, 5));
        SessionId other = id("bb");
        sessions.load(other, session("other", 5));

        Future<Integer> expired = others.submit(() -> sessions.expireLost("c1", 10, 20));
        assertThat(expired.get()).isEqualTo(2);
        producer.blocked.await();
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(states("other")).containsExactly(State.DOWN));

        Future<Boolean> stands = others.submit(() -> sessions.reassertOwnership(lost, session(BLOCKED, 1)));
        assertThat(stands.get()).isTrue();
        Future<?> observed = others.submit(() -> sessions.merge(lost, session(BLOCKED, 9)));
        observed.get();
        assertThat(sessions.find(lost).orElseThrow().getEpoch()).isEqualTo(9);

        producer.released.countDown();
        await().atMost(AT_MOST)
                .untilAsserted(() -> assertThat(states(BLOCKED)).containsExactly(State.DOWN, State.DOWN));
    }

    @Test
    void recordsThatWaitAreBounded() throws Exception {
        SessionId id = id("aa");
        sessions.load(id, session(BLOCKED, 5));
        assertThat(sessions.expireLost("c1", 10, 20)).isEqualTo(1);
        producer.blocked.await();
        for (int i = 0; i < 1000; i++) {
            assertThat(sessions.reassertOwnership(id, session(BLOCKED, 1))).isTrue();
        }
        producer.released.countDown();
        await().atMost(AT_MOST).untilAsserted(() -> assertThat(states(BLOCKED)).hasSize(17));
    }

    private static Session session(String router, long epoch) {
        return Session.newBuilder()
                .setRouterName(router)
                .setCollectorId("c1")
                .setEpoch(epoch)
                .setState(State.LOST)
                .setChangedUs(1)
                .build();
    }

    private static SessionId id(String pair) {
        return new SessionId(Bytes.fromHex(pair.repeat(SessionId.LENGTH)));
    }

    private List<State> states(String router) {
        return sent(Topics.SESSIONS).stream()
                .map(BlockedProducerTest::session)
                .filter(s -> s.getRouterName().equals(router))
                .map(Session::getState)
                .toList();
    }

    private List<ProducerRecord<byte[], byte[]>> sent(String topic) {
        return producer.history().stream().filter(r -> r.topic().equals(topic)).toList();
    }

    private static Session session(ProducerRecord<byte[], byte[]> record) {
        try {
            return Session.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("no session record", e);
        }
    }

    private Socket connect(String name) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write(Bmp.initiation(name).toArray());
        return socket;
    }
}
