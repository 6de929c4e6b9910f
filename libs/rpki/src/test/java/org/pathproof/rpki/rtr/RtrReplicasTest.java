// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Tests that servers with the data of one Redis are one cache to a router: after a restart, and in all replicas. */
class RtrReplicasTest {
    private static final List<RpkiObject> OBJECTS =
            List.of(new Vrp(Prefix.parse("10.0.0.0/16"), 24, 64496), TestKeys.AS64496);

    private final RedisServer redis = RedisServer.inMemory();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        redis.close();
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    /** A response of a server to a query. */
    private record Answer(int pdus, boolean whole) {}

    /** A server that reads from Redis. */
    private final class Replica implements AutoCloseable {
        private final List<Answer> answers = new CopyOnWriteArrayList<>();
        private final RedisRpkiSource source = new RedisRpkiSource(redis.uri());
        private final RtrServer server;

        Replica(int port) throws IOException {
            server = new RtrServer(
                    RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                            .withNotifyInterval(Duration.ofMillis(50)),
                    source,
                    new RtrServerListener() {
                        @Override
                        public void onResponse(String router, int version, int pdus, boolean whole) {
                            answers.add(new Answer(pdus, whole));
                        }
                    });
            source.start();
            await().atMost(Duration.ofSeconds(15)).until(() -> source.current().isPresent());
            server.start();
        }

        @Override
        public void close() {
            server.close();
            source.close();
        }
    }

    @Test
    void aRouterKeepsItsSessionAfterARestartAndAtAnotherReplica() throws IOException {
        RedisRpkiRepository repository = open(new RedisRpkiRepository(redis.uri()));
        Lease lease = repository.acquire("test", Duration.ofMinutes(5)).orElseThrow();
        repository.publish(lease, RpkiSnapshot.of(0, new Serial(0), OBJECTS), null);
        Replica first = open(new Replica(0));
        Replica other = open(new Replica(0));
        RtrClient client = open(new RtrClient(RtrClientSettings.of("127.0.0.1", first.server.port()), c -> {}).start());
        RtrClient there = open(new RtrClient(RtrClientSettings.of("127.0.0.1", other.server.port()), c -> {}).start());
        await().atMost(Duration.ofSeconds(15))
                .until(() -> client.data().isPresent() && there.data().isPresent());
        RpkiSnapshot before = client.data().orElseThrow();
        assertThat(there.data().orElseThrow().sessionId()).isEqualTo(before.sessionId());
        assertThat(there.data().orElseThrow().serial()).isEqualTo(before.serial());

        int port = first.server.port();
        first.close();
        await().until(() -> client.status().state() == RtrState.DISCONNECTED);
        Replica restarted = open(new Replica(port));
        await().atMost(Duration.ofSeconds(30)).until(() -> !restarted.answers.isEmpty());
        assertThat(restarted.answers).containsExactly(new Answer(0, false)); // no reset, no data again
        repository.publish(lease, RpkiSnapshot.of(0, new Serial(0), OBJECTS.subList(0, 1)), null);
        await().atMost(Duration.ofSeconds(15)).until(() -> restarted.answers.size() == 2);
        assertThat(restarted.answers).last().isEqualTo(new Answer(1, false));
        await().until(() -> client.data().orElseThrow().allRouterKeys().isEmpty());
        assertThat(client.data().orElseThrow().sessionId()).isEqualTo(before.sessionId());
        assertThat(client.data().orElseThrow().serial())
                .isEqualTo(before.serial().next());
    }
}
