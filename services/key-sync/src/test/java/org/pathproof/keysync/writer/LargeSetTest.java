// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.RedisServer;
import org.pathproof.keysync.health.KeySyncHealth;
import org.pathproof.keysync.settings.BoundSettings;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/** Sends large sets from a real cache over RTR through Redis to two followers. Also tests sets above the limits. */
class LargeSetTest {
    private static final Logger log = LoggerFactory.getLogger(LargeSetTest.class);
    private static final int VRP_COUNT = 2_000_000;

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

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

    /** Returns VRPs that are computed on access. A third of them is IPv6, as in the RPKI. */
    private static List<Vrp> vrps(int count) {
        return new AbstractList<>() {
            @Override
            public Vrp get(int index) {
                return index % 3 == 0
                        ? new Vrp(Prefix.ipv6(0x2000_0000_0000_0000L + ((long) index << 16), 0, 48), 48, index)
                        : new Vrp(Prefix.ipv4(index << 8, 24), 24, index);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    private RtrServer cache(MemoryRpkiSource source) throws IOException {
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        RtrServerSettings settings = RtrServerSettings.on(bind).withNotifyInterval(Duration.ofMillis(50));
        return open(new RtrServer(settings, source).start());
    }

    private KeySyncService keySync(RedisServer redis, List<String> caches, String file, int maxVrps) {
        KeySyncSettings settings = BoundSettings.of(Map.of(
                "caches",
                String.join(",", caches),
                "file",
                file,
                "poll",
                "200ms",
                "failover",
                "1s",
                "loss-hold",
                "0s",
                "max-vrps",
                maxVrps,
                "max-router-keys",
                1000,
                "max-aspas",
                1000,
                "max-aspa-providers",
                1000));
        KeySyncService service =
                new KeySyncService(settings, CertificateSettings.NONE, RedisAddress.of(redis.uri()), Clock.systemUTC());
        service.start();
        opened.add(service::stop);
        return service;
    }

    @Test
    void twoMillionVrpsAndAChangeReachAllFollowers() throws IOException {
        RedisServer redis = open(RedisServer.inMemory());
        MemoryRpkiSource source = open(new MemoryRpkiSource(1));
        source.replace(vrps(VRP_COUNT));
        RtrServer cache = cache(source);
        RedisRpkiSource validator = open(new RedisRpkiSource(redis.uri())).start();
        RedisRpkiSource api = open(new RedisRpkiSource(redis.uri())).start();
        long start = System.nanoTime();
        keySync(redis, List.of("127.0.0.1:" + cache.port()), "", 4_000_000);
        for (RedisRpkiSource follower : List.of(validator, api)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> follower.current()
                            .filter(set -> set.allVrps().size() == VRP_COUNT)
                            .isPresent());
        }
        log.info(
                "2,000,000 VRPs in force after {} ms, {} MB used",
                (System.nanoTime() - start) / 1_000_000,
                (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1_000_000);
        Vrp more = new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496);
        source.apply(List.of(more), List.of(vrps(VRP_COUNT).getFirst()));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> validator.current().orElseThrow().contains(more));
        assertThat(validator.current().orElseThrow().allVrps()).hasSize(VRP_COUNT);
    }

    @Test
    void refusesASetAboveTheLimitAndKeepsTheLastSet() throws IOException {
        RedisServer redis = open(RedisServer.inMemory());
        MemoryRpkiSource source = open(new MemoryRpkiSource(1));
        source.replace(vrps(1000));
        RtrServer cache = cache(source);
        String name = "127.0.0.1:" + cache.port();
        RedisRpkiSource follower = open(new RedisRpkiSource(redis.uri())).start();
        KeySyncService service = keySync(redis, List.of(name), "", 1000);
        await().atMost(Duration.ofMinutes(1)).until(() -> follower.current().isPresent());
        source.replace(vrps(1001));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> service.state().trouble().isPresent());
        assertThat(service.state().trouble().orElseThrow())
                .contains("the last set stays in force", name, "more than 1,000 VRPs", "pathproof.key-sync.max-vrps");
        assertThat(new KeySyncHealth(service).health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(follower.current().orElseThrow().allVrps()).hasSize(1000);
    }

    @Test
    void refusesAFileAboveTheLimit() throws IOException {
        RedisServer redis = open(RedisServer.inMemory());
        Path file = folder.resolve("rpki.json");
        StringBuilder json = new StringBuilder("{\"roas\":[");
        for (Vrp vrp : vrps(1001)) {
            json.append(json.length() == 9 ? "" : ",")
                    .append("{\"asn\":%d,\"prefix\":\"%s\",\"maxLength\":%d}"
                            .formatted(vrp.asn(), vrp.prefix(), vrp.maxLength()));
        }
        Files.writeString(file, json.append("]}"));
        KeySyncService service = keySync(redis, List.of(), file.toString(), 1000);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> service.state()
                        .trouble()
                        .filter(trouble -> trouble.contains("no source has given a complete set"))
                        .isPresent());
        assertThat(service.state().trouble().orElseThrow())
                .contains(file.toString(), "more than 1,000 VRPs", "pathproof.key-sync.max-vrps");
    }
}
