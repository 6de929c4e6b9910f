// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.wire.ByteWriter;

/** Tests which thread handles messages: the event loop, and a virtual thread while something has to wait. */
@Timeout(60)
final class EventLoopTest {
    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final int ROUTES = 2000;

    private final FullProducer producer = new FullProducer();
    private final CollectorMetrics metrics = new CollectorMetrics(new SimpleMeterRegistry());
    private final KafkaOutput output = new KafkaOutput(producer, 1, 10_000_000, 5_000_000, metrics, RouteTracers.OFF);
    private final Intake intake = new Intake();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final BmpServer server = new BmpServer(
            new BmpLimits(10_000, 100, 100, Duration.ZERO, AT_MOST, AT_MOST, 100_000, 50_000),
            BmpAccess.OPEN,
            new RouterRules("c1", Sources.AUTO, AT_MOST, AT_MOST, 1000, 10, Set.of(), PeerRules.NONE, FeedRules.NONE),
            new Sessions(output.sessions()),
            output,
            metrics,
            Optional.empty(),
            Clock.systemUTC(),
            new OwnerOfAll(),
            intake,
            GapPace.DEFAULT);

    /** Takes no route of the session {@code full}, as a producer whose buffer is full and whose max.block.ms is 0. */
    private static final class FullProducer extends MockProducer<byte[], byte[]> {
        private volatile @Nullable SessionId full;
        private final AtomicInteger notTaken = new AtomicInteger();
        /** Routes that were taken on a virtual thread and on a platform thread. */
        private final Queue<String> onVirtualThread = new ConcurrentLinkedQueue<>();

        private final Queue<String> onPlatformThread = new ConcurrentLinkedQueue<>();

        private FullProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the super method is synchronized
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            if (record.topic().equals(Topics.ROUTES)) {
                RouteKey key = RouteKey.ofBytes(record.key());
                if (key.session().equals(full)) {
                    notTaken.incrementAndGet();
                    BufferExhaustedException error = new BufferExhaustedException("full");
                    callback.onCompletion(null, error);
                    return CompletableFuture.failedFuture(error);
                }
                (Thread.currentThread().isVirtual() ? onVirtualThread : onPlatformThread)
                        .add(key.prefix().toString());
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
        producer.full = null;
        intake.open();
        server.close();
        output.close();
    }

    @Test
    void eventLoopHandlesMessagesWhileNothingWaits() throws IOException {
        try (Socket router = connect("r")) {
            announce(router, 0);
            await().atMost(AT_MOST).until(() -> taken().size() == 1);

            announceFrom(router, 1);
            await().atMost(AT_MOST).until(() -> taken().size() == ROUTES);
            assertThat(producer.onPlatformThread).hasSizeGreaterThanOrEqualTo(ROUTES - 1);
            assertThat(taken()).containsExactlyElementsOf(prefixes());
        }
    }

    @Test
    void fullProducerDelaysOneRouterAndKeepsTheOrder() throws IOException {
        try (Socket slow = connect("slow");
                Socket other = connect("other")) {
            announce(slow, 0);
            await().atMost(AT_MOST).until(() -> taken().size() == 1);
            producer.full = RouteKey.ofBytes(producer.history().stream()
                            .filter(r -> r.topic().equals(Topics.ROUTES))
                            .findFirst()
                            .orElseThrow()
                            .key())
                    .session();
            announceFrom(slow, 1);
            await().atMost(AT_MOST).until(() -> producer.notTaken.get() > 0);

            // The event loops remain free for other routers.
            for (int i = 0; i < 20; i++) {
                try (Socket further = connect("r" + i)) {
                    announce(further, i);
                    int expected = i + 2;
                    await().atMost(AT_MOST).until(() -> taken().size() == expected);
                }
            }
            announce(other, 0);
            await().atMost(AT_MOST).until(() -> taken().size() == 22);

            SessionId session = producer.full;
            producer.full = null;
            await().atMost(AT_MOST).until(() -> taken().size() == 21 + ROUTES);
            assertThat(taken(session)).containsExactlyElementsOf(prefixes());
        }
    }

    @Test
    void closedIntakeKeepsTheOrder() throws IOException {
        try (Socket router = connect("r")) {
            announce(router, 0);
            await().atMost(AT_MOST).until(() -> taken().size() == 1);
            intake.close("test");
            announceFrom(router, 1);
            await().atMost(AT_MOST).until(() -> server.catchingUp() == 1);
            assertThat(taken()).hasSize(1);

            intake.open();
            await().atMost(AT_MOST).until(() -> taken().size() == ROUTES);
            assertThat(taken()).containsExactlyElementsOf(prefixes());
            assertThat(producer.onVirtualThread).isNotEmpty();
        }
    }

    private List<String> taken() {
        return taken(null);
    }

    /** Returns the prefixes of the routes of a session, or of all sessions if it is null. */
    private List<String> taken(@Nullable SessionId session) {
        return producer.history().stream()
                .filter(r -> r.topic().equals(Topics.ROUTES))
                .map(r -> RouteKey.ofBytes(r.key()))
                .filter(key -> session == null || key.session().equals(session))
                .map(key -> key.prefix().toString())
                .toList();
    }

    private static List<String> prefixes() {
        return IntStream.range(0, ROUTES).mapToObj(EventLoopTest::prefix).toList();
    }

    private static String prefix(int number) {
        return "10." + (number >> 8) + "." + (number & 255) + ".0/24";
    }

    private void announce(Socket router, int number) throws IOException {
        router.getOutputStream().write(bmp.announce(prefix(number)).toArray());
    }

    private void announceFrom(Socket router, int first) throws IOException {
        ByteWriter all = new ByteWriter(200_000);
        for (int i = first; i < ROUTES; i++) {
            all.bytes(bmp.announce(prefix(i)));
        }
        router.getOutputStream().write(all.toArray());
    }

    private Socket connect(String name) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write(Bmp.initiation(name).concat(bmp.peerUp()).toArray());
        return socket;
    }
}
