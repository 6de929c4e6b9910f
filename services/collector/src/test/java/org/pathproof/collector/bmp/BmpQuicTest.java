// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tls.TlsFiles;

/** Tests BMP over QUIC with real handshakes, through a relay from TCP. */
final class BmpQuicTest extends BmpAccessTests {
    @Test
    void namesARouterByItsCertificateOverQuic() throws IOException, InterruptedException {
        int port = quic(List.of());
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("arbitrary name"), bmp.peerUp());
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("r5.example.net");
            assertThat(session.getRouterIp()).isEqualTo("127.0.0.1");
        }
        await().atMost(TIMEOUT).until(() -> sessions.all().stream().allMatch(s -> s.getState() == State.LOST));
    }

    @Test
    void refusesARouterOverQuicWithoutARule() throws IOException, InterruptedException {
        int port = quic(List.of(rule(HERE, List.of("r6.example.net"), "")));
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("r5"));
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("not-allowed") == 1);
    }

    @Test
    void anUnreadableStreamDoesNotEndTheOthersOfItsConnection() throws IOException, InterruptedException {
        int port = quic(List.of());
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket broken = new Socket(InetAddress.getLoopbackAddress(), relay.port());
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            broken.getOutputStream().write("this is not BMP".getBytes(StandardCharsets.US_ASCII));
            assertEnds(broken);
            send(router, Bmp.initiation("x"), bmp.peerUp());
            assertThat(awaitSession().getRouterName()).isEqualTo("r5.example.net");
        }
    }

    /** Starts a server for BMP over QUIC. Returns its UDP port. */
    private int quic(List<RouterRule> rules) throws InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        BmpServer made = make(
                BmpAccess.unprotected(
                        new Admission(rules),
                        NOWHERE,
                        Optional.of(files(
                                new TlsFiles.PemFiles(own.certificate(), own.key(), trust),
                                TlsFiles.ClientCertificates.REQUIRED)),
                        Keepalive.OFF),
                TIMEOUT,
                TIMEOUT);
        made.bindQuic("127.0.0.1", 0);
        return made.quicPort().orElseThrow();
    }
}
