// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.StayRtr;
import org.pathproof.keysync.source.OpenedSource;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Base of tests of RTR clients, with StayRTR as cache. */
abstract class CacheTests {
    static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final int MANY = 20_000; // more bytes than the buffers of a transport hold

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private RpkiSnapshot data;
    Path json;

    @BeforeEach
    void write() throws IOException {
        List<RpkiObject> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(i >> 8, i & 0xff)), 24, 64496));
        }
        data = RpkiSnapshot.of(1, new Serial(1), objects);
        json = folder.resolve("rpki.json");
        try (OutputStream out = Files.newOutputStream(json)) {
            RpkiJsonWriter.write(data, Instant.now(), RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    Source source(int port, Map<String, Object> values) {
        Map<String, Object> named = new HashMap<>();
        named.put("sources[0].cache", "127.0.0.1:" + port);
        values.forEach((name, value) -> named.put("sources[0]." + name, value));
        return open(OpenedSource.of(named));
    }

    void awaitData(Source source) {
        await().atMost(TIMEOUT).untilAsserted(() -> {
            Source.Reading reading = source.read();
            RpkiSnapshot read = reading.data();
            assertThat(read != null && data.sameData(read))
                    .as(String.valueOf(reading.problem()))
                    .isTrue();
        });
    }

    void awaitProblem(Source source, String... words) {
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(String.valueOf(source.read().problem())).contains(words));
        assertThat(source.read().data()).isNull();
    }

    /** Starts a relay from a transport to StayRTR, in the role of a cache that has the transport. */
    int relay(Endpoint.Transport transport, TcpProtection protection, Optional<TlsFiles> tls)
            throws InterruptedException {
        StayRtr cache = open(new StayRtr(folder, json));
        return open(new Relay(new RelaySettings(
                                new Endpoint(transport, "127.0.0.1", 0),
                                protection,
                                new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", cache.port()),
                                TcpProtection.NONE,
                                tls,
                                QuicLimits.DEFAULT,
                                Duration.ZERO,
                                1))
                        .start())
                .port();
    }
}
