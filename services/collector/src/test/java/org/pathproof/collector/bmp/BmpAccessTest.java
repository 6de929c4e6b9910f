// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.wire.Bytes;

/** Tests the access of routers over TCP: PROXY headers and access rules. */
final class BmpAccessTest extends BmpAccessTests {
    @Test
    void takesTheAddressFromATrustedLoadBalancer() throws IOException, InterruptedException {
        BmpServer proxied =
                start(BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write("PROXY TCP4 192.0.2.77 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            send(router, Bmp.initiation("v1"), bmp.peerUp());
            assertThat(awaitSession().getRouterIp()).isEqualTo("192.0.2.77");
        }
        await().atMost(TIMEOUT).until(() -> proxied.connectionCount() == 0);
        try (Socket router = plain(proxied)) {
            // Version 2: signature, PROXY, TCP over IPv6, 36 bytes of addresses and ports.
            router.getOutputStream()
                    .write(Bytes.fromHex("0d0a0d0a000d0a515549540a 21 21 0024 20010db8000000000000000000000077"
                                    + "20010db8000000000000000000000010 9c40 2b0b")
                            .concat(Bmp.initiation("v2"))
                            .concat(bmp.peerUp())
                            .toArray());
            await().atMost(TIMEOUT)
                    .until(() -> sessions.all().stream()
                            .anyMatch(s -> s.getRouterName().equals("v2")
                                    && s.getRouterIp().equals("2001:db8:0:0:0:0:0:77")));
        }
    }

    @Test
    void rulesApplyToTheAddressInAProxyHeader() throws IOException, InterruptedException {
        BmpServer proxied = start(BmpAccess.unprotected(
                new Admission(List.of(rule(AddressRanges.of("test", List.of("192.0.2.0/24")), List.of(), ""))),
                HERE,
                Optional.empty(),
                Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write("PROXY TCP4 203.0.113.7 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("not-allowed") == 1);
    }

    @Test
    void ignoresProxyHeadersOfUntrustedAddresses() throws IOException, InterruptedException {
        BmpServer direct = start(BmpAccess.OPEN);
        try (Socket router = plain(direct)) {
            router.getOutputStream()
                    .write("PROXY TCP4 192.0.2.77 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            send(router, Bmp.initiation("router"), bmp.peerUp());
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("framing") == 1);
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void refusesALoadBalancerWithoutAProxyHeader() throws IOException, InterruptedException {
        BmpServer proxied =
                start(BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            send(router, Bmp.initiation("no header"), bmp.peerUp());
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("proxy-protocol") == 1);
    }

    @Test
    void rulesNameRoutersAndLimitTheirViews() throws IOException, InterruptedException {
        RouterRule rule = new RouterRule(
                HERE,
                List.of(),
                "border-1",
                false,
                new Permission(
                        EnumSet.of(org.pathproof.wire.bmp.RibView.ADJ_RIB_IN_POST),
                        Optional.of(PeerMatcher.of(List.of("192.0.2.0/24")))));
        BmpServer ruled =
                start(BmpAccess.unprotected(new Admission(List.of(rule)), NOWHERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(ruled)) {
            send(
                    router,
                    Bmp.initiation("another name"),
                    bmp.peerUp(),
                    bmp.announce("203.0.113.0/24"),
                    bmp.announcePostPolicy("203.0.113.0/24"));
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("border-1");
            assertThat(session.getView()).isEqualTo(RibView.ADJ_RIB_IN_POST);
        }
        assertThat(sessions.all()).hasSize(1);
        assertThat(meters.get(CollectorMetricNames.BMP_IGNORED)
                        .tag(MetricLabels.REASON, "view-not-allowed")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void leavesOutPeersThatARuleDoesNotPermit() throws IOException, InterruptedException {
        RouterRule rule = new RouterRule(
                HERE,
                List.of(),
                "",
                false,
                new Permission(
                        EnumSet.allOf(org.pathproof.wire.bmp.RibView.class),
                        Optional.of(PeerMatcher.of(List.of("AS64999")))));
        BmpServer ruled =
                start(BmpAccess.unprotected(new Admission(List.of(rule)), NOWHERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(ruled)) {
            send(router, Bmp.initiation("r"), bmp.peerUp(), bmp.announce("203.0.113.0/24"));
            await().atMost(TIMEOUT)
                    .until(() -> meters
                                    .find(CollectorMetricNames.BMP_IGNORED)
                                    .tag(MetricLabels.REASON, "peer-not-allowed")
                                    .counters()
                                    .stream()
                                    .mapToDouble(Counter::count)
                                    .sum()
                            == 2);
        }
        assertThat(sessions.all()).isEmpty();
    }
}
