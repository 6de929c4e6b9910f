// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.harness.Bird;
import org.pathproof.harness.Ports;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.routerfeeds.settings.FeedSettings.FedRouter;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests the settings of feeds over TLS, and feeds to BIRD 2 behind a relay. */
class TlsFeedTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int AS = 64500;
    private static final String HERE = "127.0.0.1";
    private static final String BIRD = "127.0.0.9";
    private static final String ROUTER = "r1.example.net";
    private static final String CHANNEL = "ipv4 { import all; export none; };\n";

    @TempDir
    private Path folder;

    private final TlsAuthority authority = new TlsAuthority("Test authority");
    private Path trust;
    private TlsAuthority.Issued own;

    @BeforeEach
    void issue() {
        trust = authority.writeTo(folder.resolve("ca.pem"));
        own = authority.issue(folder, "pathproof", "pathproof.example.net", HERE);
    }

    private FeedSettings.Tls tls(Path certificate, Path key, String name) {
        return new FeedSettings.Tls(certificate.toString(), key.toString(), trust.toString(), name, "", false);
    }

    private static FeedSessions sessions(int port, boolean passive, List<String> aoKeys, FeedSettings.Tls tls) {
        FedRouter router = new FedRouter(
                "r1", HERE, port, HERE, AS, passive, "", aoKeys, "", 0, Duration.ofSeconds(30), false, false, tls);
        return new FeedNeighbors(new FeedSettings(
                        List.of(router),
                        "",
                        "192.0.2.10",
                        List.of(),
                        List.of(),
                        List.of(HERE),
                        0,
                        Duration.ZERO,
                        Duration.ZERO,
                        null))
                .sessions();
    }

    private static void refuses(String message, List<String> aoKeys, FeedSettings.Tls tls) {
        assertThatThrownBy(() -> sessions(179, false, aoKeys, tls))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("pathproof.feeds.routers[0]: ")
                .hasMessageContaining(message);
    }

    @Test
    void namesTheSettingThatCannotBeUsed() throws IOException {
        refuses("tls needs certificate, key, trust, and name", List.of(), tls(own.certificate(), own.key(), ""));
        refuses("cannot read " + folder.resolve("none"), List.of(), tls(folder.resolve("none"), own.key(), ROUTER));
        Path other = authority.issue(folder, "other").key();
        refuses(
                "the key in " + other + " is not that of the certificate CN=pathproof",
                List.of(),
                tls(own.certificate(), other, ROUTER));
        refuses("crl-required needs a file", List.of(), new FeedSettings.Tls("a", "b", "c", ROUTER, "", true));
        refuses(
                "the TCP-AO key tls is not available for BGP",
                List.of("tls"),
                tls(own.certificate(), own.key(), ROUTER));
        Files.writeString(trust, "");
        refuses("ca.pem", List.of(), tls(own.certificate(), own.key(), ROUTER));
    }

    @Test
    void theSettingsHaveTheNamesOfTheDocumentation() {
        String tls = "pathproof.feeds.routers[0].tls.";
        Map<String, String> values = Map.of(
                "pathproof.feeds.routers[0].router",
                "r1",
                tls + "certificate",
                "own.pem",
                tls + "key",
                "own.key",
                tls + "trust",
                "ca.pem",
                tls + "name",
                ROUTER,
                tls + "crl",
                "crl.pem",
                tls + "crl-required",
                "true",
                "pathproof.feeds.routers[1].router",
                "r2");
        FeedSettings bound = new Binder(new MapConfigurationPropertySource(values))
                .bind("pathproof.feeds", FeedSettings.class)
                .get();
        assertThat(bound.routers().getFirst().tls())
                .isEqualTo(new FeedSettings.Tls("own.pem", "own.key", "ca.pem", ROUTER, "crl.pem", true));
        assertThat(bound.routers().getLast().tls().isOn()).isFalse();
    }

    @Test
    void metricsHaveTheEndOfTheCertificateAndHealthHasItsProblems() throws IOException {
        Instant end = Instant.now().plusSeconds(3600);
        TlsAuthority.Issued brief = authority.issue(folder, end, "brief");
        try (FeedSessions sessions = sessions(179, false, List.of(), tls(brief.certificate(), brief.key(), ROUTER))) {
            OverrideFeeds feeds = new FeedBench(Set.of(), sessions).feeds;
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            new OverrideMetrics(feeds).bindTo(meters);
            assertThat(meters.get(CommonMetricNames.CERTIFICATE_EXPIRES)
                            .tags(MetricLabels.USE, "bgp-feed", MetricLabels.NAME, "r1")
                            .gauge()
                            .value())
                    .isEqualTo((double) end.getEpochSecond());
            Files.delete(brief.key());
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(new FeedsHealth(feeds)
                                    .health()
                                    .orElseThrow()
                                    .message())
                            .contains("BGP feed to 127.0.0.1: cannot read " + brief.key(), "the old files remain"));
        }
    }

    @Test
    void aRouterWithoutTlsReceivesRoutesThroughARelay() throws Exception {
        int port = Ports.free();
        Bird.Session ends = new Bird.Session(BIRD, port, AS, HERE, Ports.free(), AS);
        try (Bird bird = new Bird(folder, ends, "passive yes;\n" + CHANNEL);
                Relay relay = relay("tls://127.0.0.1:0", "tcp://127.0.0.9:" + port);
                FeedSessions feed =
                        sessions(relay.port(), false, List.of(), tls(own.certificate(), own.key(), ROUTER))) {
            assertArrives(feed, bird);
            assertThat(feed.tls("r1").orElseThrow().certificate()).isEqualTo(own.certificate());
        }
    }

    @Test
    void aRouterWithoutTlsConnectsThroughARelay() throws Exception {
        try (FeedSessions feed = sessions(179, true, List.of(), tls(own.certificate(), own.key(), ROUTER))) {
            feed.open();
            int port = feed.addresses().getFirst().getPort();
            try (Relay relay = relay("tcp://127.0.0.1:0", "tls://127.0.0.1:" + port);
                    Bird bird = new Bird(
                            folder, new Bird.Session(BIRD, Ports.free(), AS, HERE, relay.port(), AS), CHANNEL)) {
                assertArrives(feed, bird);
            }
        }
    }

    private Relay relay(String listen, String connect) throws InterruptedException {
        TlsAuthority.Issued router = authority.issue(folder, Instant.now().plusSeconds(600), "router", ROUTER);
        TlsFiles files = new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(router.certificate(), router.key(), trust),
                TlsFiles.ClientCertificates.REQUIRED,
                "");
        return new Relay(RelaySettings.of(Endpoint.parse(listen), Endpoint.parse(connect), Optional.of(files))).start();
    }

    private static void assertArrives(FeedSessions feed, Bird bird) {
        RouteAttributes attributes = RouteAttributes.of(List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(
                        PathAttribute.FLAG_TRANSITIVE,
                        List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64_501L)))),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, Bytes.fromHex("7f000001")),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, 101)));
        feed.open();
        feed.start();
        feed.output("r1")
                .applyOverrides(List.of(new OverrideChange(Prefix.parse("10.1.0.0/16"), Optional.of(attributes))));
        await().atMost(TIMEOUT).until(() -> bird.birdc("show", "route", "all").contains("10.1.0.0/16"));
        assertThat(feed.session("r1").orElseThrow().isEstablished()).isTrue();
        feed.output("r1").applyOverrides(List.of(new OverrideChange(Prefix.parse("10.1.0.0/16"), Optional.empty())));
        await().atMost(TIMEOUT).until(() -> !bird.birdc("show", "route", "all").contains("10.1.0.0/16"));
    }
}
