// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.Onboarding;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.Permission;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.onboarding.AsRanges;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.Grant;
import org.pathproof.onboarding.NamePattern;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.Keys;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.onboarding.authority.RouterOrder;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;

/** Tests routers whose certificates describe them, over TLS and QUIC. The router has AS 65000, its peer 192.0.2.9. */
final class BmpOnboardingTest extends BmpAccessTests {
    private static final OnboardingPolicy POLICY = new OnboardingPolicy(
            NamePattern.all(List.of("*.example.net")),
            AsRanges.of(List.of("65000-65010")),
            EnumSet.of(Grant.TRANSPARENT_PEERS),
            50);
    private static final Onboarding ON = Onboarding.of(POLICY, SealingKeys.NONE);

    private final CertificateAuthority routers =
            CertificateAuthority.create("Routers", Duration.ofDays(30), Instant.now());

    @Test
    void appliesTheDescriptionOverTls() throws Exception {
        BmpServer tls = startTls(access(ON, List.of()));
        Described r1 = describe("r1", "'as':65000,'transparent-peers':['192.0.2.9'],'views':['adj-rib-in-pre']");
        try (Socket router = secure(tls, r1.files())) {
            send(router, Bmp.initiation("another name"), bmp.peerUp(), bmp.announcePostPolicy("203.0.113.0/24"));
            assertDescribed(awaitSession(), r1);
            await().atMost(TIMEOUT).until(() -> ignored("view-not-allowed") == 1);
        }
        assertThat(sessions.all()).hasSize(1);
        assertThat(described("applied")).isEqualTo(1);
    }

    @Test
    void appliesTheDescriptionOverQuic() throws Exception {
        BmpServer quic = make(access(ON, List.of()), TIMEOUT, TIMEOUT);
        quic.bindQuic("127.0.0.1", 0);
        Described r1 = describe("r1", "'as':65000,'transparent-peers':['192.0.2.9']");
        try (Relay relay = relay(quic.quicPort().orElseThrow(), r1.files());
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("x"), bmp.peerUp());
            assertDescribed(awaitSession(), r1);
        }
        Described broad = describe("r2", "'as':64999");
        try (Relay relay = relay(quic.quicPort().orElseThrow(), broad.files());
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            send(router, Bmp.initiation("x"));
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("description") == 1);
    }

    @Test
    void refusesDescriptionsBeyondThePolicy() throws Exception {
        BmpServer tls = startTls(access(ON, List.of()));
        List<String> beyond = List.of(
                "'as':64999",
                "'as':65000,'confederation-members':[1]",
                "'as':65000,'roles':{'customers':['AS1']}",
                "'as':65000,'transparent-peers':['0.0.0.0/0']",
                "'as':65000,'max-peers':51");
        for (String members : beyond) {
            assertRefused(tls, describe("r1", members));
        }
        assertThat(closed("description")).isEqualTo(beyond.size());
        assertThat(described("refused")).isEqualTo(beyond.size());
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void sealedDescriptionsNeedTheKey() throws Exception {
        SealingKeys keys = SealingKeys.read(
                Files.writeString(folder.resolve("keys"), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"));
        Described sealed = issue("r1", "{'name':'r1.example.net','as':65000,'transparent-peers':['AS65536']}", keys);
        BmpServer without = startTls(access(ON, List.of()));
        assertRefused(without, sealed);
        without.close();
        BmpServer tls = startTls(access(Onboarding.of(POLICY, keys), List.of()));
        try (Socket router = secure(tls, sealed.files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp());
            assertDescribed(awaitSession(), sealed);
        }
    }

    @Test
    void dropsPeersWhoseOpenHasAnotherAs() throws Exception {
        BmpServer tls = startTls(access(ON, List.of()));
        try (Socket router = secure(tls, describe("r1", "'as':65001").files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp(), bmp.announce("203.0.113.0/24"));
            await().atMost(TIMEOUT).until(() -> ignored("local-as-not-allowed") == 1);
        }
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void theRuleOfTheOperatorWins() throws Exception {
        RouterRule rule = new RouterRule(
                HERE,
                NamePattern.all(List.of("*.example.net")),
                "border-1",
                false,
                new Permission(Set.of(org.pathproof.wire.bmp.RibView.ADJ_RIB_IN_POST), Optional.empty()));
        BmpServer tls = startTls(access(ON, List.of(rule)));
        try (Socket router = secure(
                tls, describe("r1", "'as':65000,'views':['adj-rib-in-pre']").files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp(), bmp.announcePostPolicy("203.0.113.0/24"));
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("border-1");
            assertThat(session.getView()).isEqualTo(RibView.ADJ_RIB_IN_POST);
        }
    }

    @Test
    void ignoresDescriptionsByDefaultAndOfSharedCertificates() throws Exception {
        Described broad = describe("r1", "'as':1,'views':['loc-rib']");
        BmpServer off = startTls(access(Onboarding.OFF, List.of()));
        try (Socket router = secure(off, broad.files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp());
            assertThat(awaitSession().getDescribedBy()).isEmpty();
        }
        off.close();
        RouterRule shared = new RouterRule(HERE, List.of(), "proxy", true, Permission.ALL);
        BmpServer proxied = startTls(access(ON, List.of(shared)));
        try (Socket router = secure(proxied, broad.files())) {
            send(router, Bmp.initiation("behind"), bmp.peerUp());
            await().atMost(TIMEOUT)
                    .until(() -> sessions.all().stream()
                            .anyMatch(s -> s.getRouterName().equals("behind")));
        }
        assertThat(described("ignored")).isEqualTo(2);
    }

    /** The new certificate has another key and serial number, and describes the peer as transparent. */
    @Test
    void aRenewedCertificateKeepsTheRoutes() throws Exception {
        BmpServer tls = startTls(access(ON, List.of()));
        Described old = describe("r1", "'as':65000");
        try (Socket router = secure(tls, old.files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp(), bmp.announce("203.0.113.0/24"));
            await().atMost(TIMEOUT).until(() -> sessions.all().stream().anyMatch(Session::getRoutesSeen));
            assertThat(awaitSession().getDescribedBy()).isEqualTo(old.source());
        }
        await().atMost(TIMEOUT).until(() -> awaitSession().getState() == State.LOST);

        Described renewed = describe("r1", "'as':65000,'transparent-peers':['AS65536']");
        try (Socket router = secure(tls, renewed.files())) {
            send(router, Bmp.initiation("x"), bmp.peerUp());
            await().atMost(TIMEOUT).until(() -> awaitSession().getEpoch() == 2);
            Session session = awaitSession();
            assertDescribed(session, renewed);
            assertThat(session.getDeadBefore()).as("routes of the first epoch").isLessThan(2);
        }
        assertThat(sessions.all()).hasSize(1);
    }

    /** A certificate with a description, and the source that sessions show for it. */
    private record Described(TlsAuthority.Issued files, String source) {}

    private Described describe(String label, String members) throws IOException {
        return issue(label, "{'name':'" + label + ".example.net'," + members + "}", SealingKeys.NONE);
    }

    private Described issue(String label, String json, SealingKeys seal) throws IOException {
        RouterDescription description = ((Reading.Described)
                        DescriptionJson.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
                .description();
        KeyPair keys = Keys.create();
        var issued = routers.issue(
                new RouterOrder(keys.getPublic(), description, List.of(), Duration.ofDays(10), seal, Instant.now()));
        TlsAuthority.Issued files =
                new TlsAuthority.Issued(folder.resolve(label + ".crt"), folder.resolve(label + ".key"));
        Files.writeString(files.certificate(), Pem.of(issued));
        Files.writeString(files.key(), Pem.of(keys.getPrivate()));
        return new Described(files, "certificate " + issued.getSerialNumber().toString(16));
    }

    private BmpAccess access(Onboarding onboarding, List<RouterRule> rules) throws IOException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        Path authorities = Files.writeString(folder.resolve("routers.pem"), Pem.of(routers.certificate()));
        return new BmpAccess(
                new Admission(rules),
                NOWHERE,
                Optional.of(files(
                        new TlsFiles.PemFiles(own.certificate(), own.key(), authorities),
                        TlsFiles.ClientCertificates.REQUIRED)),
                Keepalive.OFF,
                TcpProtection.NONE,
                onboarding);
    }

    private static void assertDescribed(Session session, Described by) {
        assertThat(session.getRouterName()).isEqualTo("r1.example.net");
        assertThat(session.getDescribedBy()).isEqualTo(by.source());
        assertThat(session.getFacts().getTransparent()).isTrue();
    }

    private void assertRefused(BmpServer tls, Described router) throws IOException {
        double before = closed("description");
        try (Socket refused = secure(tls, router.files())) {
            assertEnds(refused);
        }
        await().atMost(TIMEOUT).until(() -> closed("description") == before + 1);
    }

    private double described(String result) {
        return meters.get(CollectorMetricNames.ROUTER_DESCRIPTIONS)
                .tag(MetricLabels.RESULT, result)
                .counter()
                .count();
    }

    private double ignored(String reason) {
        return meters.find(CollectorMetricNames.BMP_IGNORED).tag(MetricLabels.REASON, reason).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
