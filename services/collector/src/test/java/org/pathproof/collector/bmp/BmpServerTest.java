// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.wire.ByteWriter;

/** Tests back-pressure and limits, with a producer whose acknowledgements the test controls. */
final class BmpServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long HIGH = 300_000;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(meters);
    private final KafkaOutput output = new KafkaOutput(producer, 3, HIGH, HIGH / 2, metrics, RouteTracers.OFF);
    private final OwnerOfAll ownership = new OwnerOfAll();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final BmpServer server = new BmpServer(
            new BmpLimits(10_000, 3, 2, Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(60), 100_000, 50_000),
            BmpAccess.OPEN,
            new RouterRules(
                    "c1",
                    Sources.AUTO,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60),
                    1000,
                    10,
                    Set.of(),
                    PeerRules.NONE,
                    FeedRules.NONE),
            new Sessions(output.sessions()),
            output,
            metrics,
            Optional.empty(),
            Clock.systemUTC(),
            ownership);

    @BeforeEach
    void listen() throws InterruptedException {
        server.bind("127.0.0.1", 0);
    }

    @AfterEach
    void close() {
        output.close();
        server.close();
    }

    @Test
    void slowKafkaStopsReadingAndNothingIsLost() throws IOException, InterruptedException {
        int routes = 200_000;
        AtomicLong written = new AtomicLong();
        try (Socket router = connect()) {
            Thread writer = Thread.ofVirtual().start(() -> write(router, routes, written));
            // Nothing is acknowledged: the router stops when queues and socket buffers are full.
            await().atMost(TIMEOUT).until(output::isFull);
            await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(500)).until(new Unchanged(written));
            assertThat(written.get()).isLessThan(routes);
            assertThat(sent()).isLessThan((int) (HIGH / 50));

            await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(10)).until(() -> {
                boolean more = true;
                while (more) {
                    more = producer.completeNext();
                }
                return sent() == routes;
            });
            writer.join();
        }
        assertThat(meters.get(CollectorMetricNames.BMP_BACKPRESSURE).counter().count())
                .isPositive();
    }

    @Test
    void floodingRouterDelaysNoOtherWhileKafkaIsSlow() throws IOException, InterruptedException {
        int routes = 20_000;
        AtomicLong written = new AtomicLong();
        try (Socket flooding = connect();
                Socket quiet = connect()) {
            quiet.getOutputStream().write(Bmp.initiation("quiet").toArray());
            quiet.getOutputStream().write(bmp.peerUp().toArray());
            Thread writer = Thread.ofVirtual().start(() -> write(flooding, routes, written));
            await().atMost(TIMEOUT).until(output::isFull);
            await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(500)).until(new Unchanged(written));
            int before = sent();

            // Without any acknowledgement, routes of the quiet router are sent, and routes of the flooding router are
            // not.
            for (int i = 0; i < 20; i++) {
                quiet.getOutputStream()
                        .write(bmp.announce("203.0.113." + i + "/32").toArray());
                int expected = before + i + 1;
                await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(1)).until(() -> sent() == expected);
            }
            assertThat(output.isFull()).isTrue();
            assertThat(output.oldestInFlight()).isPositive();

            // With one acknowledgement at a time, the flooding router uses the free room, and all its routes are sent.
            await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(10)).until(() -> {
                for (int i = 0; i < 1000; i++) {
                    producer.completeNext();
                }
                return sent() == routes + 20;
            });
            writer.join();
        }
    }

    @Test
    void refusesConnectionsAboveTheLimit() throws IOException {
        try (Socket one = connect();
                Socket two = connect();
                Socket three = connect()) {
            // The order of the handshakes decides which connection is refused.
            await().atMost(TIMEOUT).until(() -> refused() == 1 && server.connectionCount() == 2);
            assertThat(List.of(one, two, three)).allMatch(Socket::isConnected);
        }
        await().atMost(TIMEOUT).until(() -> server.connectionCount() == 0);
        try (Socket again = connect()) {
            await().atMost(TIMEOUT).until(() -> server.connectionCount() == 1);
            assertThat(again.isConnected()).isTrue();
        }
    }

    @Test
    void keepsTheBytesOfAnIncompleteMessage() throws IOException {
        try (Socket router = connect()) {
            router.getOutputStream().write(Bmp.initiation("cut").toArray(), 0, 8);
        }
        await().atMost(TIMEOUT)
                .until(() -> producer.history().stream().anyMatch(r -> r.topic().equals(Topics.REJECTS)));
    }

    @Test
    void keepsARouterThatMustSendItsTablesAgain() throws IOException {
        try (Socket router = connect()) {
            router.getOutputStream().write(Bmp.initiation("resync").toArray());
            await().atMost(TIMEOUT).until(() -> ownership.claimed().size() == 1);
            server.resync(ownership.claimed().getFirst());
            server.tick(); // the connection may still be open
            assertThat(router.getInputStream().read()).isEqualTo(-1);
        }
        await().atMost(TIMEOUT).until(() -> server.connectionCount() == 0);

        try (Socket router = connect()) {
            router.getOutputStream().write(Bmp.initiation("resync").toArray());
            await().atMost(TIMEOUT).until(() -> ownership.claimed().size() == 2);
            assertThat(ownership.released()).isEmpty();
            server.tick();
        }
        await().atMost(TIMEOUT).until(() -> ownership.released().size() == 1);
    }

    private double refused() {
        Counter counter = meters.find(CollectorMetricNames.BMP_CLOSED)
                .tag(MetricLabels.REASON, "per-address")
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private int sent() {
        return (int) producer.history().stream()
                .filter(r -> r.topic().equals(Topics.ROUTES))
                .count();
    }

    private void write(Socket router, int routes, AtomicLong written) {
        try {
            router.getOutputStream().write(Bmp.initiation("fast").toArray());
            router.getOutputStream().write(bmp.peerUp().toArray());
            ByteWriter batch = new ByteWriter(200_000);
            for (int i = 0; i < routes; i++) {
                batch.bytes(bmp.announce("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255) + "/32"));
                if (i % 1000 == 999) {
                    router.getOutputStream().write(batch.toArray());
                    written.addAndGet(1000);
                    batch = new ByteWriter(200_000);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    /** Returns true if a counter has not changed since the last call. */
    private static final class Unchanged implements Callable<Boolean> {
        private final AtomicLong counter;
        private long before = -1;

        private Unchanged(AtomicLong counter) {
            this.counter = counter;
        }

        @Override
        public Boolean call() {
            long now = counter.get();
            boolean same = now == before;
            before = now;
            return same;
        }
    }
}
