// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrHistory;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.rpki.rtr.RtrState;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;

/** Fuzzes both sides of RTR: the stream of a cache to the client, and the stream of a router to the server. */
class RtrFuzzTest {
    private static final long LIMIT_SECONDS = 60;
    private static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64_496);
    private static final int SESSION = 7;
    /** Data of a cache in version 2, after which the fuzzed stream follows. */
    private static final Bytes WHOLE_SET = encoded(List.of(
            new CacheResponse(2, SESSION),
            new PrefixPdu(2, true, VRP),
            new EndOfData(2, SESSION, 5, new EndOfData.Intervals(3600, 600, 7200))));

    private static @Nullable HiddenFailures failures;

    /** Keeps the log of each connection from filling the disk. */
    @BeforeAll
    static void collectFailures() {
        failures = new HiddenFailures();
    }

    @AfterAll
    static void close() {
        Objects.requireNonNull(failures).close();
    }

    private static Bytes encoded(List<RtrPdu> pdus) {
        ByteWriter all = new ByteWriter();
        pdus.forEach(pdu -> all.bytes(RtrCodec.encode(pdu)));
        return all.toBytes();
    }

    /** The first byte of an input selects whether the cache has sent a set before. The stream follows. */
    @FuzzTest(maxDuration = "10m")
    void cache(byte[] input) throws InterruptedException {
        if (input.length == 0) {
            return;
        }
        boolean synchronised = (input[0] & 1) == 1;
        InputStream stream = new ByteArrayInputStream(input, 1, input.length - 1);
        FuzzedCache cache = new FuzzedCache(
                synchronised ? new SequenceInputStream(new ByteArrayInputStream(WHOLE_SET.toArray()), stream) : stream);
        RtrClientSettings settings = RtrClientSettings.of("cache.example", 323).withTransport(cache);
        try (RtrClient client = new RtrClient(settings, cache::onChange).start()) {
            assertThat(cache.ended.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("the end of the connection")
                    .isTrue();
            assertThat(client.status().problem()).isNotBlank();
            if (synchronised) {
                // Only an End of Data can replace the set.
                RpkiSnapshot set = client.data().orElseThrow();
                assertThat(set.size() == 1 || cache.updates.get() > 1).isTrue();
            }
        }
        Objects.requireNonNull(failures).assertNone();
    }

    @FuzzTest(maxDuration = "10m")
    void router(byte[] stream) throws IOException, InterruptedException {
        try (MemoryRpkiSource source = new MemoryRpkiSource(SESSION)) {
            source.replace(List.of(VRP));
            FuzzedRouter router = new FuzzedRouter(stream);
            RtrServerSettings settings =
                    RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (RtrServer server =
                    new RtrServer(settings, new RtrHistory(source, 10), router, RtrServerListener.NONE).start()) {
                assertThat(router.ended.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .as("the end of the connection")
                        .isTrue();
                assertThat(server.isFull()).isFalse();
            }
            assertWholePdus(Bytes.wrap(router.answers.toByteArray()));
        }
        Objects.requireNonNull(failures).assertNone();
    }

    private static void assertWholePdus(Bytes answers) {
        Bytes left = answers;
        while (left.length() > 0) {
            int length = Math.toIntExact(left.u32(4)); // RFC 8210 section 5
            RtrCodec.decode(left.slice(0, length)).orThrow();
            left = left.from(length);
        }
    }

    /** A cache that accepts one connection, sends a stream and closes. */
    private static final class FuzzedCache implements RtrTransport {
        private final InputStream stream;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicInteger updates = new AtomicInteger();
        private volatile boolean connected;
        private volatile @Nullable RpkiSnapshot last;

        FuzzedCache(InputStream stream) {
            this.stream = stream;
        }

        void onChange(RtrClient client) {
            RpkiSnapshot now = client.data().orElse(null);
            if (now != last) {
                last = now;
                updates.incrementAndGet();
            }
            if (connected && client.status().state() == RtrState.DISCONNECTED) {
                ended.countDown();
            }
        }

        @Override
        public Link connect(String host, int port, java.time.Duration timeout) throws IOException {
            if (connected) {
                throw new IOException("the cache accepts one connection");
            }
            connected = true;
            return new MemoryLink(stream, OutputStream.nullOutputStream());
        }
    }

    /** Both directions of a connection in memory. */
    private static class MemoryLink implements RtrTransport.Link {
        private final InputStream input;
        private final OutputStream output;

        MemoryLink(InputStream input, OutputStream output) {
            this.input = input;
            this.output = output;
        }

        @Override
        public InputStream input() {
            return input;
        }

        @Override
        public OutputStream output() {
            return output;
        }

        @Override
        public void setReadTimeout(int millis) {
            // A read from memory never waits.
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    /** A router that connects once, sends a stream and closes. */
    private static final class FuzzedRouter implements RtrAcceptor {
        private final byte[] stream;
        private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
        private final CountDownLatch ended = new CountDownLatch(1);

        FuzzedRouter(byte[] stream) {
            this.stream = stream;
        }

        @Override
        public void start(Gate gate) {
            gate.accept(new RouterLink());
        }

        @Override
        public int port() {
            return 0;
        }

        @Override
        public void close() {
            // There is no listener to close.
        }

        private final class RouterLink extends MemoryLink implements Connection {
            RouterLink() {
                super(new ByteArrayInputStream(stream), answers);
            }

            @Override
            public InetSocketAddress router() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            }

            @Override
            public void shutdownOutput() {
                // Answers are kept in memory.
            }

            @Override
            public void close() throws IOException {
                super.close();
                ended.countDown();
            }

            @Override
            public void abort() {
                ended.countDown();
            }
        }
    }
}
