// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.RedisServer;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrState;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests that the data of key-sync expire at the routers of two replicas, also after a restart of everything. */
class RtrReplicasExpiryTest {
    private static final String PREFIX = "pathproof.policy-api";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final RpkiSnapshot DATA =
            RpkiSnapshot.of(0, new Serial(0), List.of(new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496)));

    @TempDir
    Path folder;

    @RegisterExtension
    private final OpenedResources opened = new OpenedResources();

    /** A replica of the RTR server, with its follower of Redis. */
    private record Replica(RedisRpkiSource source, RtrListeners listeners) implements AutoCloseable {
        static Replica start(String redis) {
            Map<String, String> settings = new HashMap<>();
            settings.put(PREFIX + ".rtr-bind", "127.0.0.1");
            settings.put(PREFIX + ".rtr-port", "0");
            settings.put(PREFIX + ".rtr-notify-interval", "100ms");
            settings.put(PREFIX + ".rtr-retry-interval", "1s");
            Binder binder = new Binder(new MapConfigurationPropertySource(settings));
            RedisRpkiSource source = new RedisRpkiSource(redis).start();
            RtrListeners listeners = RtrListeners.genuine(
                    binder.bindOrCreate(PREFIX, RtrSettings.class),
                    binder.bindOrCreate(PREFIX + ".rtr", RtrListenersSettings.class),
                    source);
            listeners.start();
            return new Replica(source, listeners);
        }

        boolean isOk() {
            return listeners.health().orElseThrow().ok();
        }

        @Override
        public void close() {
            listeners.stop();
            source.close();
        }
    }

    private RtrClient router(Replica replica) {
        RtrClientSettings settings =
                RtrClientSettings.of("127.0.0.1", replica.listeners().port());
        return opened.open(new RtrClient(settings, client -> {}).start());
    }

    private static boolean hasData(RtrClient router) {
        return router.status().state() == RtrState.SYNCHRONISED
                && router.data().filter(DATA::sameData).isPresent();
    }

    private static void assertNoData(List<RtrClient> routers) {
        await("No Data Available")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(routers).allSatisfy(router -> {
                    assertThat(router.status().problem()).contains("No Data Available", "expired");
                    assertThat(router.data().map(RpkiSnapshot::size).orElse(0)).isZero();
                }));
    }

    @Test
    void dataExpireAtTheRoutersOfAllReplicasAndComeBack() {
        RedisServer redis = opened.open(RedisServer.with(folder, "--appendonly", "yes"));
        RedisRpkiRepository keySync = opened.open(new RedisRpkiRepository(redis.uri()));
        Lease lease = keySync.acquire("test", Duration.ofMinutes(10)).orElseThrow();
        keySync.publish(lease, DATA, Instant.now().plusSeconds(3600));
        Replica one = opened.open(Replica.start(redis.uri()));
        Replica two = opened.open(Replica.start(redis.uri()));
        List<RtrClient> routers = Stream.of(one, one, two).map(this::router).toList();
        await().atMost(LIMIT).until(() -> routers.stream().allMatch(RtrReplicasExpiryTest::hasData));
        assertThat(List.of(one, two)).allMatch(Replica::isOk);

        keySync.confirm(lease, Instant.now());
        assertNoData(routers);
        assertThat(List.of(one, two)).noneMatch(Replica::isOk);

        keySync.confirm(lease, Instant.now().plusSeconds(3600));
        await().atMost(LIMIT).until(() -> routers.stream().allMatch(RtrReplicasExpiryTest::hasData));
        assertThat(List.of(one, two)).allMatch(Replica::isOk);
    }

    @Test
    void expiredDataAreNotServedAfterARestartOfEverything() {
        RedisServer redis = opened.open(RedisServer.with(folder, "--appendonly", "yes"));
        try (RedisRpkiRepository keySync = new RedisRpkiRepository(redis.uri())) {
            Lease lease = keySync.acquire("test", Duration.ofMinutes(10)).orElseThrow();
            keySync.publish(lease, DATA, Instant.now());
        }
        redis.restart();
        Replica replica = opened.open(Replica.start(redis.uri()));
        await().atMost(LIMIT).until(() -> replica.source().current().isPresent());
        assertNoData(List.of(router(replica)));
    }
}
