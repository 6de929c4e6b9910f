// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests that an RTR server closes the connections of clients that exceed its limits, and keeps the others. */
class RtrLimitsTest {
    private static final byte[] RESET_QUERY = Bytes.fromHex("0102000000000008").toArray();
    private static final Duration SHORT = Duration.ofMillis(400);

    @TempDir
    java.nio.file.Path folder;

    private final MemoryRpkiSource source = new MemoryRpkiSource(1);
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<RtrLimits.Kind> limited = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        source.close();
    }

    private RtrServer server(RtrServerSettings settings) throws IOException {
        RtrServerListener listener = new RtrServerListener() {
            @Override
            public void onLimit(String router, RtrLimits.Kind limit) {
                limited.add(limit);
            }
        };
        RtrServer server = new RtrServer(settings, source, listener).start();
        opened.add(server);
        source.replace(List.of(TestKeys.AS64496));
        await().until(() -> source.current().isPresent());
        return server;
    }

    private RtrServer server(RtrLimits limits) throws IOException {
        return server(settings().withLimits(limits));
    }

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private Socket connect(RtrServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        opened.add(socket);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Reads up to the end of the connection. A reset counts as an end. */
    private static void awaitEnd(Socket socket) throws IOException {
        try {
            byte[] buffer = new byte[4096];
            while (socket.getInputStream().read(buffer) >= 0) {
                assertThat(socket.isConnected()).isTrue();
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the connection stays open", e);
        } catch (java.net.SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void aConnectionWithoutAQueryEnds() throws IOException {
        RtrServer server = server(RtrLimits.DEFAULT.withPduTimeout(SHORT));
        awaitEnd(connect(server));
        assertThat(limited).containsExactly(RtrLimits.Kind.FIRST_QUERY);
        await().until(() -> server.sessions().isEmpty());
    }

    @Test
    void slowlyGrowingPdusTimeOut() throws IOException {
        RtrServer server = server(RtrLimits.DEFAULT.withPduTimeout(SHORT));
        Socket slow = connect(server);
        slow.getOutputStream().write(RESET_QUERY);
        assertThat(slow.getInputStream().read()).isEqualTo(1); // the first query is answered
        slow.getOutputStream().write(Bytes.fromHex("010a000000010000").toArray());
        Thread.ofVirtual().start(() -> {
            try {
                while (true) { // single bytes keep the PDU growing
                    slow.getOutputStream().write(0);
                    LockSupport.parkNanos(20_000_000); // the pace of a slow peer
                }
            } catch (IOException e) {
                assertThat(slow.isConnected()).isTrue(); // the server has closed the connection
            }
        });
        awaitEnd(slow);
        assertThat(limited).containsExactly(RtrLimits.Kind.HALF_PDU);
        await().until(() -> server.sessions().isEmpty());
    }

    @Test
    void silenceIsLegalUntilTheIdleLimit() throws IOException {
        assertThat(RtrLimits.DEFAULT.idleTimeout()).isGreaterThan(Duration.ofDays(1));
        RtrServer patient = server(RtrLimits.DEFAULT.withPduTimeout(SHORT));
        Socket router = connect(patient);
        router.getOutputStream().write(RESET_QUERY);
        Socket other = connect(patient);
        awaitEnd(other); // the PDU limit has passed for both
        await().until(() -> patient.sessions().size() == 1);
        assertThat(patient.sessions().getFirst().serial()).isNotNull();
        RtrServer strict = server(RtrLimits.DEFAULT.withIdleTimeout(SHORT));
        Socket silent = connect(strict);
        silent.getOutputStream().write(RESET_QUERY);
        awaitEnd(silent);
        assertThat(limited).containsExactly(RtrLimits.Kind.FIRST_QUERY, RtrLimits.Kind.IDLE);
    }

    @Test
    void limitsTheConnectionsOfAnAddress() throws IOException {
        RtrServer server = server(RtrLimits.DEFAULT.withMaxSessions(10, 2));
        Socket first = connect(server);
        connect(server);
        await().until(() -> server.sessions().size() == 2);
        awaitEnd(connect(server));
        assertThat(limited).containsExactly(RtrLimits.Kind.SESSIONS_PER_ADDRESS);
        assertThat(server.isFull()).isFalse();
        first.close();
        await().until(() -> server.sessions().size() == 1);
        connect(server);
        await().until(() -> server.sessions().size() == 2);
    }

    @Test
    void oneIpv6SubscriberIsOneAddress() throws IOException {
        RtrAdmission admission = new RtrAdmission(RtrLimits.DEFAULT.withMaxSessions(3, 1), List.of());
        assertThat(admission.enter(InetAddress.getByName("2001:db8::1"))).isNull();
        assertThat(admission.enter(InetAddress.getByName("2001:db8::2:0:0:1")))
                .isEqualTo(RtrLimits.Kind.SESSIONS_PER_ADDRESS);
        assertThat(admission.enter(InetAddress.getByName("2001:db8:0:1::1"))).isNull();
        assertThat(admission.enter(InetAddress.getByName("192.0.2.1"))).isNull();
        assertThat(admission.isFull()).isTrue();
        assertThat(admission.enter(InetAddress.getByName("192.0.2.2"))).isEqualTo(RtrLimits.Kind.SESSIONS);
        admission.leave(InetAddress.getByName("192.0.2.1"));
        assertThat(admission.enter(InetAddress.getByName("192.0.2.2"))).isNull();
    }

    @Test
    void disconnectsAClientThatDoesNotRead() throws IOException {
        RtrServer server = server(RtrLimits.DEFAULT.withSendTimeout(SHORT));
        List<Vrp> many = new ArrayList<>();
        for (int i = 0; i < 600_000; i++) {
            many.add(new Vrp(Prefix.ipv4(i << 8, 24), 24, i));
        }
        source.replace(many);
        await().until(() -> source.current().orElseThrow().allVrps().size() == many.size());
        Socket deaf = connect(server);
        deaf.getOutputStream().write(RESET_QUERY);
        await().atMost(Duration.ofMinutes(1)).until(() -> limited.contains(RtrLimits.Kind.SLOW_READER));
        await().until(() -> server.sessions().isEmpty());
    }

    @Test
    void aStalledHandshakeIsClosedAndBlocksNoOthers() throws Exception {
        javax.net.ssl.SSLContext tls = TestTls.context(folder, "ip:127.0.0.1");
        RtrServer server =
                server(settings().withTls(tls).withLimits(RtrLimits.DEFAULT.withPduTimeout(Duration.ofSeconds(5))));
        Socket mute = connect(server);
        Socket half = connect(server);
        half.getOutputStream().write(Bytes.fromHex("1603010200010001fc0303").toArray()); // the start of a Client Hello
        try (RtrClient client = new RtrClient(
                        RtrClientSettings.of("127.0.0.1", server.port())
                                .withTransport(new TlsTransport(() -> tls, null, List.of())),
                        c -> {})
                .start()) {
            await().atMost(Duration.ofSeconds(90)).until(() -> client.data().isPresent());
            awaitEnd(mute);
            awaitEnd(half);
            assertThat(limited).contains(RtrLimits.Kind.FIRST_QUERY, RtrLimits.Kind.FIRST_QUERY);
            await().until(() -> server.sessions().size() <= 1);
        }
    }

    /** Closing a TLS connection waits for its writer, so the server closes the TCP socket. */
    @Test
    void disconnectsATlsClientThatDoesNotRead() throws Exception {
        javax.net.ssl.SSLContext tls = TestTls.context(folder, "ip:127.0.0.1");
        RtrServer server = server(settings()
                .withTls(tls)
                .withLimits(RtrLimits.DEFAULT
                        .withPduTimeout(Duration.ofMinutes(1))
                        .withSendTimeout(Duration.ofSeconds(1))));
        List<Vrp> many = new ArrayList<>();
        for (int i = 0; i < 600_000; i++) {
            many.add(new Vrp(Prefix.ipv4(i << 8, 24), 24, i));
        }
        source.replace(many);
        await().until(() -> source.current().orElseThrow().allVrps().size() == many.size());
        Socket deaf = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
        opened.add(() -> deaf.setSoLinger(true, 0));
        deaf.getOutputStream().write(RESET_QUERY);
        await().atMost(Duration.ofMinutes(1)).until(() -> limited.contains(RtrLimits.Kind.SLOW_READER));
        await().until(() -> server.sessions().isEmpty());
    }

    /** Tests the reader of PDUs with a cache that sends single bytes. */
    @Test
    void anEndlessPduTimesOut() {
        InputStream dripping = new InputStream() {
            @Override
            public int read() {
                LockSupport.parkNanos(10_000_000); // the pace of a slow cache
                return 2; // the end of the length, and the contents of a PDU of 0x202 bytes
            }

            @Override
            public int read(byte[] into, int from, int length) {
                into[from] = from < 6 ? 0 : (byte) read();
                return 1;
            }
        };
        RtrPduReader reader = new RtrPduReader(dripping, 1 << 17, 256, SHORT);
        assertThatThrownBy(reader::next)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was not complete 400 ms");
    }
}
