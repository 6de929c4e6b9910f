// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.KeySyncMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.RouterAuthority;
import org.pathproof.harness.StayRtr;
import org.pathproof.keysync.health.KeySyncHealth;
import org.pathproof.keysync.health.KeySyncMetrics;
import org.pathproof.keysync.settings.BoundSettings;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.writer.KeySyncService;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.rpki.provenance.SourceDifference;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.rpki.redis.SourcesReportReader;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Runs key-sync with a real Redis, Pathproof's RTR server as a cache, and StayRTR. */
class KeySyncTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496);

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final TestClock clock = new TestClock();
    private RedisServer redis;
    private RedisRpkiSource follower;

    /** The time of this machine, which a test can set forward. */
    private static final class TestClock extends Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return Clock.offset(Clock.system(zone), ahead);
        }
    }

    @BeforeEach
    void start() throws IOException {
        redis = open(RedisServer.inMemory());
        follower = open(new RedisRpkiSource(redis.uri())).start();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private static RouterKey key(int number) {
        byte[] spki = Bytes.fromHex(
                        "3059301306072a8648ce3d020106082a8648ce3d030107034200047391babb92a0cb3be10e59b19ebffb214e04a91e"
                                + "0cba1b139a7d38d90f77e55aa05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5")
                .toArray();
        spki[40] = (byte) number;
        Bytes bytes = Bytes.wrap(spki);
        return new RouterKey(64496 + number, SubjectKeyIdentifier.of(bytes).orElseThrow(), bytes);
    }

    private RtrServer cache(MemoryRpkiSource source, int port) throws IOException {
        return open(new RtrServer(
                        RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                                .withNotifyInterval(Duration.ofMillis(50)),
                        source)
                .start());
    }

    private KeySyncService keySync(List<String> caches, String file, String slurm, Duration lease) {
        return keySync(caches, file, slurm, lease, CertificateSettings.NONE);
    }

    private KeySyncService keySync(
            List<String> caches, String file, String slurm, Duration lease, CertificateSettings certificates) {
        return keySync(
                Map.of(
                        "caches",
                        String.join(",", caches),
                        "file",
                        file,
                        "slurm",
                        slurm,
                        "poll",
                        "200ms",
                        "failover",
                        "200ms",
                        "lease",
                        lease.toMillis() + "ms"),
                certificates);
    }

    private KeySyncService keySync(Map<String, Object> values, CertificateSettings certificates) {
        KeySyncSettings settings = BoundSettings.of(values);
        KeySyncService service = new KeySyncService(settings, certificates, RedisAddress.of(redis.uri()), clock);
        service.start();
        opened.add(service::stop);
        return service;
    }

    private void awaitSet(RpkiObject... objects) {
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), List.of(objects));
        await().atMost(TIMEOUT)
                .until(() -> follower.current().filter(wanted::sameData).isPresent());
    }

    private static Health health(KeySyncService service) {
        return new KeySyncHealth(service).health();
    }

    @Test
    void followsKeysAndKeepsTheSetWithoutCacheOrRedis() throws IOException {
        MemoryRpkiSource data = open(new MemoryRpkiSource(1));
        RouterKey keyWithWrongSki = new RouterKey(1, key(9).ski(), key(8).spki());
        data.replace(List.of(key(1), key(2), VRP, keyWithWrongSki));
        RtrServer cache = cache(data, 0);
        KeySyncService service = keySync(List.of("127.0.0.1:" + cache.port()), "", "", Duration.ofSeconds(2));
        awaitSet(key(1), key(2), VRP);
        await().until(() -> service.state().refusedKeys() == 1);
        assertThat(health(service).getStatus()).isEqualTo(Status.UP);
        assertThat(health(service).getDetails().toString())
                .contains("127.0.0.1:" + cache.port(), "router key of AS1 ", "refused");

        data.apply(List.of(), List.of(key(2)));
        awaitSet(key(1), VRP);
        Serial serial = follower.current().orElseThrow().serial();

        int port = cache.port();
        cache.close();
        await().atMost(TIMEOUT).until(() -> health(service).getStatus().equals(Status.OUT_OF_SERVICE));
        assertThat(health(service).getDetails().toString()).contains("the last set stays in force");
        assertThat(follower.current().orElseThrow().serial()).isEqualTo(serial);
        cache(data, port);
        await().atMost(TIMEOUT).until(() -> health(service).getStatus().equals(Status.UP));
        assertThat(follower.current().orElseThrow().serial()).isEqualTo(serial);

        redis.stop();
        await().atMost(TIMEOUT).until(() -> !follower.status().connected());
        await().atMost(TIMEOUT)
                .until(() -> health(service).getDetails().toString().contains("Redis"));
        assertThat(service.state().leader()).isFalse();
        assertThat(service.state().set()).isNull();
        RpkiSet kept = follower.current().orElseThrow();
        redis.restart(); // Redis has no data now
        await().atMost(TIMEOUT).until(() -> follower.status().problem() == null);
        awaitSet(key(1), VRP);
        assertThat(follower.current().orElseThrow().sessionId()).isEqualTo(kept.sessionId());
        data.apply(List.of(key(2)), List.of());
        awaitSet(key(1), key(2), VRP);
    }

    @Test
    void usesTheNextCacheAndKeepsTheSetWhenACacheIsEmpty() throws IOException {
        MemoryRpkiSource first = open(new MemoryRpkiSource(1));
        MemoryRpkiSource second = open(new MemoryRpkiSource(2));
        first.replace(List.of(key(1)));
        second.replace(List.of(key(2)));
        RtrServer preferred = cache(first, 0);
        RtrServer other = cache(second, 0);
        KeySyncService service = keySync(
                List.of("127.0.0.1:" + preferred.port(), "127.0.0.1:" + other.port()), "", "", Duration.ofSeconds(2));
        awaitSet(key(1));
        int port = preferred.port();
        preferred.close();
        awaitSet(key(2));
        cache(first, port);
        awaitSet(key(1));
        first.replace(List.of());
        await().atMost(TIMEOUT)
                .until(() -> health(service).getDetails().toString().contains("the source has no data at all"));
        assertThat(follower.current().orElseThrow().allRouterKeys()).containsExactly(key(1));
    }

    @Test
    void mergesCachesAndReportsWhichSourceSaidWhat() throws IOException {
        MemoryRpkiSource first = open(new MemoryRpkiSource(1));
        MemoryRpkiSource second = open(new MemoryRpkiSource(2));
        RouterKey keyWithWrongSki = new RouterKey(1, key(9).ski(), key(8).spki());
        first.replace(List.of(key(1), key(2), VRP));
        second.replace(List.of(key(2), key(3), keyWithWrongSki));
        RtrServer one = cache(first, 0);
        String firstName = "127.0.0.1:" + one.port();
        String secondName = "127.0.0.1:" + cache(second, 0).port();
        Path standby = folder.resolve("standby.json");
        write(standby, List.of(key(4)));
        KeySyncService service = keySync(
                Map.of(
                        "combine",
                        "union",
                        "caches",
                        firstName,
                        "sources[0].cache",
                        secondName,
                        "sources[1].file",
                        standby.toString(),
                        "sources[1].group",
                        2,
                        "failover",
                        "200ms",
                        "lease",
                        "1s"),
                CertificateSettings.NONE);
        awaitSet(key(1), key(2), key(3), VRP);
        SourcesReportReader reader = open(new SourcesReportReader(RedisAddress.of(redis.uri())));
        await().atMost(TIMEOUT)
                .until(() -> reader.read()
                        .filter(report -> report.sources().getLast().extra() == 1
                                && report.sources().stream().allMatch(SourceReport::works))
                        .isPresent());
        SourcesReport report = reader.read().orElseThrow();
        assertThat(report.combine()).isEqualTo("union");
        assertThat(report.sources())
                .extracting(SourceReport::name)
                .containsExactly(firstName, secondName, standby.toString());
        assertThat(report.sources()).extracting(SourceReport::inUse).containsExactly(true, true, false);
        assertThat(report.sources()).extracting(SourceReport::group).containsExactly(1, 1, 2);
        assertThat(report.sources()).extracting(SourceReport::missing).containsExactly(1, 2, 4);
        SourceReport refusing = report.sources().get(1);
        assertThat(refusing.differences())
                .hasSize(2)
                .allMatch(difference -> !difference.present() && difference.since() != null)
                .extracting(SourceDifference::asn)
                .containsExactlyInAnyOrder(64497L, 64496L);
        assertThat(refusing.refused()).isEqualTo(1);
        assertThat(refusing.refusals().getFirst().object()).contains("router key of AS1 ");
        assertThat(refusing.refusals().getFirst().reason()).contains("but its public key has the SKI");

        second.apply(List.of(), List.of(key(3)));
        awaitSet(key(1), key(2), VRP);
        one.close();
        await().atMost(TIMEOUT)
                .until(() -> reader.read().orElseThrow().sources().getFirst().problem() != null);
        assertThat(reader.read().orElseThrow().sources().getFirst().problems()).isNotEmpty();
        awaitSet(key(1), key(2), VRP);
        assertThat(health(service).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void appliesSlurmToTheDataOfAFile() throws IOException {
        Path file = folder.resolve("rpki.json");
        Path slurm = folder.resolve("slurm.json");
        write(file, List.of(key(1), key(2), VRP));
        Files.writeString(slurm, "{");
        KeySyncService service = keySync(List.of(), file.toString(), slurm.toString(), Duration.ofSeconds(2));
        await().atMost(TIMEOUT).until(() -> service.state().slurmProblem() != null);
        assertThat(follower.current()).isEmpty();
        Files.writeString(slurm, """
                {"slurmVersion": 1,
                 "validationOutputFilters": {"prefixFilters": [{"asn": 64496}], "bgpsecFilters": [{"asn": 64497}]},
                 "locallyAddedAssertions": {"prefixAssertions": [{"asn": 7, "prefix": "10.0.0.0/8"}], "bgpsecAssertions": []}}
                """);
        awaitSet(key(2), new Vrp(Prefix.parse("10.0.0.0/8"), 8, 7));
        Files.writeString(slurm, "[]");
        await().atMost(TIMEOUT).until(() -> service.state().slurmProblem() != null);
        write(file, List.of(key(2), key(3)));
        awaitSet(key(2), key(3), new Vrp(Prefix.parse("10.0.0.0/8"), 8, 7));
        Files.writeString(file, "{\"roas\": [");
        await().atMost(TIMEOUT).until(() -> health(service).getStatus().equals(Status.OUT_OF_SERVICE));
        awaitSet(key(2), key(3), new Vrp(Prefix.parse("10.0.0.0/8"), 8, 7));
    }

    @Test
    void oneInstanceWritesAndTheOtherTakesOver() throws IOException {
        MemoryRpkiSource data = open(new MemoryRpkiSource(1));
        data.replace(List.of(key(1)));
        List<String> caches = List.of("127.0.0.1:" + cache(data, 0).port());
        KeySyncService one = keySync(caches, "", "", Duration.ofSeconds(2));
        await().atMost(TIMEOUT).until(() -> one.state().leader());
        KeySyncService two = keySync(caches, "", "", Duration.ofSeconds(2));
        awaitSet(key(1));
        assertThat(two.state().leader()).isFalse();
        int session = follower.current().orElseThrow().sessionId();
        one.stop();
        await().atMost(TIMEOUT).until(() -> two.state().leader());
        data.apply(List.of(key(2)), List.of());
        awaitSet(key(1), key(2));
        assertThat(follower.current().orElseThrow().sessionId()).isEqualTo(session);
    }

    @Test
    void followsStayRtrThroughWithdrawalAndRestart() throws IOException {
        Path json = folder.resolve("rpki.json");
        write(json, List.of(key(1), key(2), VRP));
        StayRtr stayRtr = open(new StayRtr(folder, json));
        KeySyncService service = keySync(List.of(stayRtr.address()), "", "", Duration.ofSeconds(2));
        MeterRegistry registry = new SimpleMeterRegistry();
        new KeySyncMetrics(registry, service).start();
        awaitSet(key(1), key(2), VRP);
        assertThat(registry.get(KeySyncMetricNames.RTR_CACHE_UP).gauge().value())
                .isEqualTo(1);
        assertThat(registry.get(KeySyncMetricNames.RPKI_OBJECTS)
                        .tag(MetricLabels.TYPE, "router-key")
                        .gauge()
                        .value())
                .isEqualTo(2);
        write(json, List.of(key(1), VRP));
        stayRtr.serve(json);
        awaitSet(key(1), VRP);
        Serial serial = follower.current().orElseThrow().serial();
        stayRtr.stop();
        await().atMost(TIMEOUT)
                .until(() ->
                        registry.get(KeySyncMetricNames.RTR_CACHE_UP).gauge().value() == 0);
        assertThat(follower.current().orElseThrow().serial()).isEqualTo(serial);
        stayRtr.start();
        await().atMost(TIMEOUT)
                .until(() ->
                        registry.get(KeySyncMetricNames.RTR_CACHE_UP).gauge().value() == 1);
        assertThat(follower.current().orElseThrow().serial()).isEqualTo(serial);
        awaitSet(key(1), VRP);
    }

    @Test
    void addsKeysOfCertificatesToStayRtrUntilTheyExpire() throws IOException {
        Path json = folder.resolve("rpki.json");
        write(json, List.of(key(1), VRP));
        StayRtr stayRtr = open(new StayRtr(folder, json));
        RouterAuthority anchor = RouterAuthority.anchor(RouterAuthority.authority("Lab", 64496, 64511));
        Path routers = Files.createDirectory(folder.resolve("routers"));
        Files.write(folder.resolve("anchor.cer"), anchor.certificate());
        CertificateSettings certificates = new CertificateSettings(
                List.of(routers.toString()),
                List.of(folder.resolve("anchor.cer").toString()),
                List.of(),
                false,
                Duration.ofDays(14));
        KeySyncService service = keySync(List.of(stayRtr.address()), "", "", Duration.ofSeconds(2), certificates);
        MeterRegistry registry = new SimpleMeterRegistry();
        new KeySyncMetrics(registry, service).start();
        awaitSet(key(1), VRP);

        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant expiry = start.plusSeconds(600);
        Files.write(routers.resolve("lasting.cer"), anchor.issue(RouterAuthority.router("lasting", 64500)));
        Files.write(
                routers.resolve("short.cer"),
                anchor.issue(RouterAuthority.router("short", 64501, 64502).valid(start.minusSeconds(60), expiry)));
        Files.writeString(routers.resolve("bad.cer"), "no certificate");
        await().atMost(TIMEOUT).until(() -> asNumbers().equals(List.of(64497L, 64500L, 64501L, 64502L)));
        assertThat(registry.get(KeySyncMetricNames.ROUTER_CERTIFICATES)
                        .tag(MetricLabels.STATE, "expiring")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get(KeySyncMetricNames.RTR_CLIENT_OBJECTS)
                        .tag(MetricLabels.CACHE, "router-certificates")
                        .tag(MetricLabels.TYPE, "router-key")
                        .gauge()
                        .value())
                .isEqualTo(3);
        assertThat(health(service).getStatus()).isEqualTo(Status.UP);
        assertThat(health(service).getDetails().toString())
                .contains("2 accepted, 1 of them expire soon; 1 refused", "short.cer: CN=short", "bad.cer: not DER");

        clock.ahead = Duration.between(Instant.now(), expiry).minusSeconds(60);
        await().during(Duration.ofSeconds(1))
                .atMost(TIMEOUT)
                .until(() -> asNumbers().equals(List.of(64497L, 64500L, 64501L, 64502L)));
        assertThat(clock.instant()).isBefore(expiry);
        clock.ahead = Duration.between(Instant.now(), expiry).plusSeconds(1);
        await().atMost(TIMEOUT).until(() -> asNumbers().equals(List.of(64497L, 64500L)));
        assertThat(health(service).getDetails().toString()).contains("short.cer: the certificate expired at " + expiry);
        write(json, List.of(key(1), key(2), VRP));
        stayRtr.serve(json);
        await().atMost(TIMEOUT).until(() -> asNumbers().equals(List.of(64497L, 64498L, 64500L)));
        stayRtr.stop();
        await().atMost(TIMEOUT).until(() -> health(service).getStatus().equals(Status.OUT_OF_SERVICE));
        assertThat(health(service).getDetails().toString()).contains("no source works; the last set stays in force");
        assertThat(asNumbers()).containsExactly(64497L, 64498L, 64500L);
    }

    private List<Long> asNumbers() {
        return follower.current().stream()
                .flatMap(set -> set.allRouterKeys().stream())
                .map(RouterKey::asn)
                .sorted()
                .toList();
    }

    @Test
    void certificatesAloneAreASource() throws IOException {
        RouterAuthority anchor = RouterAuthority.anchor(RouterAuthority.authority("Lab", 64496, 64511));
        Path router = folder.resolve("router.cer");
        Files.write(folder.resolve("anchor.cer"), anchor.certificate());
        CertificateSettings certificates = new CertificateSettings(
                List.of(router.toString()),
                List.of(folder.resolve("anchor.cer").toString()),
                List.of(),
                false,
                Duration.ofDays(14));
        KeySyncService service = keySync(List.of(), "", "", Duration.ofSeconds(2), certificates);
        await().atMost(TIMEOUT).until(() -> service.state().trouble().orElse("").contains(router + " does not exist"));
        Files.write(router, anchor.issue(RouterAuthority.router("r", 64500)));
        await().atMost(TIMEOUT).until(() -> asNumbers().equals(List.of(64500L)));
        await().atMost(TIMEOUT).until(() -> health(service).getStatus().equals(Status.UP));
    }

    @Test
    void startsWithoutRedisAndCaches() {
        redis.stop();
        try (var context = new SpringApplicationBuilder(KeySyncApplication.class)
                .properties(
                        "spring.config.name=key-sync",
                        "server.port=0",
                        "pathproof.redis.uri=" + redis.uri(),
                        "pathproof.key-sync.caches=127.0.0.1:1,[::1]:1")
                .run()) {
            KeySyncService service = context.getBean(KeySyncService.class);
            await().atMost(TIMEOUT)
                    .until(() -> service.state().trouble().orElse("").contains("Redis is unreachable"));
            assertThat(context.getBean(KeySyncHealth.class).health().getStatus())
                    .isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(context.getBean(MeterRegistry.class)
                            .get(KeySyncMetricNames.KEY_SYNC_LEADER)
                            .gauge()
                            .value())
                    .isZero();
        }
    }

    private void write(Path file, List<RpkiObject> objects) throws IOException {
        Path next = folder.resolve("next.json");
        try (OutputStream out = Files.newOutputStream(next)) {
            RpkiJsonWriter.write(
                    RpkiSnapshot.of(1, new Serial(1), objects), Instant.now(), RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
