// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.Onboarding;
import org.pathproof.collector.router.Bmp;
import org.pathproof.harness.Ports;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.Prefix;

/** Tests BMP over TCP: signed segments, keepalive, time limits, floods, and dialled routers. */
final class BmpTcpTest extends BmpAccessTests {
    private static final List<Prefix> LOOPBACK = List.of(Prefix.parse("127.0.0.0/8"));

    @Test
    void onlySignedSegmentsReachAListenerWithMd5() throws IOException, InterruptedException {
        assertOnlySignedSegmentsReachTheListener(new TcpProtection(LOOPBACK, "shared secret", List.of(), 0));
    }

    @Test
    void onlySignedSegmentsReachAListenerWithAo() throws IOException, InterruptedException {
        assertOnlySignedSegmentsReachTheListener(checked("1 1 hmac-sha-1-96 first", "2 2 aes-128-cmac-96 second"));
    }

    private static TcpProtection checked(String... keys) {
        TcpProtection ao = new TcpProtection(LOOPBACK, "", TcpAoKey.parseAll(List.of(keys)), 0);
        try {
            TcpOptions.check(ao);
        } catch (IllegalArgumentException lacking) {
            Assumptions.abort("NOT TESTED: BMP with TCP-AO, because " + lacking.getMessage());
        }
        return ao;
    }

    private BmpServer signed(TcpProtection protection) throws InterruptedException {
        return start(new BmpAccess(
                new Admission(List.of()),
                NOWHERE,
                Optional.empty(),
                new Keepalive(SECOND, SECOND, 3),
                protection,
                Onboarding.OFF));
    }

    /** Starts a relay that signs the segments of routers. */
    private static Relay signer(BmpServer collector, TcpProtection protection) throws InterruptedException {
        return new Relay(new RelaySettings(
                        Endpoint.parse("127.0.0.1:0"),
                        TcpProtection.NONE,
                        new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", collector.port()),
                        protection,
                        Optional.empty(),
                        QuicLimits.DEFAULT,
                        Duration.ZERO,
                        1))
                .start();
    }

    private void assertOnlySignedSegmentsReachTheListener(TcpProtection protection)
            throws IOException, InterruptedException {
        BmpServer signed = signed(protection);
        assertThat(Ports.accepts(signed.port())).isFalse();
        try (Relay relay = signer(signed, protection);
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("signed"), bmp.peerUp());
            assertThat(awaitSession().getRouterName()).isEqualTo("signed");
        }
    }

    @Test
    void theTcpAoKeyOfASessionChanges() throws IOException, InterruptedException {
        checked("1 1 hmac-sha-1-96 first");
        Path file = Files.writeString(folder.resolve("ao-keys"), "1 1 hmac-sha-1-96 first");
        TcpAoKeys own = TcpAoKeys.ofFile("BMP", file);
        TcpAoKeys others = TcpAoKeys.ofFile("relay", file);
        BmpServer signed = signed(new TcpProtection(LOOPBACK, "", own, 0));
        try (Relay relay = signer(signed, new TcpProtection(LOOPBACK, "", others, 0));
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("signed"));
            await().atMost(TIMEOUT).until(() -> signed.connectionCount() == 1);
            TcpAoKey next = TcpAoKey.parse("2 2 aes-128-cmac-96 second");
            Files.writeString(file, "2 2 aes-128-cmac-96 second");
            for (TcpAoKeys keys : List.of(own, others)) {
                await().atMost(TIMEOUT)
                        .until(() -> keys.current().equals(List.of(next)) && keys.changingSockets() == 0);
            }
            router.getOutputStream().write(bmp.peerUp().toArray());
            assertThat(awaitSession().getRouterName()).isEqualTo("signed");
        }
    }

    @Test
    void reconnectsToAPassiveRouter() throws IOException, InterruptedException {
        BmpServer dialling = start(BmpAccess.OPEN);
        try (ServerSocket router = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            dialling.dial(new DialTarget("127.0.0.1", router.getLocalPort(), false), Duration.ofMillis(20));
            for (int round = 1; round <= 3; round++) {
                try (Socket accepted = router.accept()) {
                    send(accepted, Bmp.initiation("passive"), bmp.peerUp());
                    long epoch = round;
                    await().atMost(TIMEOUT).until(() -> sessions.all().stream().anyMatch(s -> s.getEpoch() == epoch));
                }
            }
        }
        assertThat(sessions.all())
                .singleElement()
                .satisfies(s -> assertThat(s.getRouterName()).isEqualTo("passive"));
    }

    @Test
    void acceptsRoutersWithKeepaliveEnabled() throws IOException, InterruptedException {
        BmpServer kept = start(BmpAccess.unprotected(
                new Admission(List.of()),
                NOWHERE,
                Optional.empty(),
                new Keepalive(Duration.ofSeconds(60), Duration.ofSeconds(10), 6)));
        try (Socket router = plain(kept)) {
            send(router, Bmp.initiation("kept"), bmp.peerUp());
            assertThat(awaitSession().getRouterName()).isEqualTo("kept");
        }
    }

    @Test
    void disconnectsARouterWithoutAWholeMessageInTime() throws IOException, InterruptedException {
        BmpServer impatient = start(BmpAccess.OPEN, Duration.ofMillis(400), Duration.ofMillis(400));
        try (Socket silent = plain(impatient);
                Socket stalled = plain(impatient);
                Socket honest = plain(impatient)) {
            send(honest, Bmp.initiation("honest"), bmp.peerUp());
            send(stalled, Bmp.initiation("stalled"), bmp.peerUp());
            stalled.getOutputStream().write(bmp.announce("192.0.2.0/24").toArray(), 0, 20);
            assertEnds(silent);
            assertEnds(stalled);
            await().atMost(TIMEOUT).until(() -> closed("no-message") == 1 && closed("stalled") == 1);
            await("the honest router alone").atMost(TIMEOUT).until(() -> impatient.connectionCount() == 1);
        }
    }

    @Test
    void connectionFloodsTakeNoPlacesOfOtherRouters() throws IOException, InterruptedException {
        BmpServer small = start(
                BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60));
        List<Socket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                Socket one = plain(small);
                one.getOutputStream()
                        .write("PROXY TCP4 203.0.113.66 192.0.2.10 40000 11019\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                flood.add(one);
            }
            await().atMost(TIMEOUT).until(() -> closed("per-address") == 38);
            try (Socket honest = plain(small)) {
                honest.getOutputStream()
                        .write("PROXY TCP4 192.0.2.5 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
                send(honest, Bmp.initiation("honest"), bmp.peerUp());
                assertThat(awaitSession().getRouterName()).isEqualTo("honest");
            }
        } finally {
            for (Socket one : flood) {
                one.close();
            }
        }
    }
}
