// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.collector.sessions.SessionPublisher;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.PerPeerHeader;

/** Tests the bounds of what routers leave behind. Names that begin with "known" are named by a rule. */
final class SessionQuotaTest {
    private static final int SESSIONS = 400;
    private static final int UNKNOWN = 160;
    private static final int ROUTERS = 50;
    private static final int OF_ADDRESS = 4;
    private static final int PEERS = 10;
    private static final int BACKLOG = 100_000;
    private static final long SECOND = 1_000_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(meters);
    private final Set<SessionId> topic = new HashSet<>();
    private final SessionPublisher publisher = new SessionPublisher() {
        @Override
        public void append(SessionId id, Session record) {
            topic.add(id);
        }

        @Override
        public void appendDeletion(SessionId id) {
            topic.remove(id);
        }
    };
    private final Bmp bmp = new Bmp(65000, 65536);
    private final RecordedOutput out = new RecordedOutput();
    private Sessions sessions = newTable(UNKNOWN);
    private long now = 1000 * SECOND;

    @Test
    void everNewRoutersLeaveABoundedNumberOfSessionsInMemoryAndInTheTopic() {
        RouterState known = connect("known", "192.0.2.1");
        peersUp(known, PEERS);
        known.disconnect("cable", now);
        for (int n = 0; n < 100; n++) {
            RouterState router = connect("flood" + n, "10.0." + n + ".1");
            peersUp(router, PEERS);
            now += SECOND;
            router.disconnect("cable", now);
            router.release();
            assertThat(sessions.all()).hasSizeLessThanOrEqualTo(UNKNOWN + PEERS);
        }
        assertThat(topic).hasSize(sessions.all().size());
        assertThat(of("flood99")).as("the newest stay").hasSize(PEERS);
        assertThat(of("flood0")).as("the oldest go").isEmpty();
        assertThat(of("known")).hasSize(PEERS);
        assertThat(sessions.quota().note()).contains("max-unknown-sessions");
        assertThat(meters.get(CollectorMetricNames.SESSIONS_SHED).counter().count())
                .isGreaterThanOrEqualTo(100 * PEERS - UNKNOWN);
        assertThat(sessions.quota().problem(now)).isEmpty();
    }

    @Test
    void connectedUnknownRoutersTogetherHaveAQuotaAndKnownOnesAreStillAdmitted() {
        for (int n = 0; n < 30; n++) {
            peersUp(connect("flood" + n, "10.0." + n + ".1"), PEERS);
        }
        assertThat(sessions.all()).hasSize(UNKNOWN);
        assertThat(sessions.quota().problem(now))
                .contains("flood29 at 10.0.29.1", "pathproof.collector.max-unknown-sessions", "collector.routers");
        peersUp(connect("known", "192.0.2.1"), PEERS);
        assertThat(of("known")).hasSize(PEERS);
        assertThat(sessions.quota().problem(now + 61 * SECOND)).isEmpty();
    }

    @Test
    void oneAddressGetsAQuarterOfTheQuotaAndFewRouters() {
        for (int n = 0; n < 8; n++) {
            peersUp(connect("flood" + n, "10.0.0.1"), 2 * PEERS);
        }
        assertThat(sessions.all()).hasSize(UNKNOWN / 4);
        for (int n = 0; n < 8; n++) {
            peersUp(connect("known" + n, "192.0.2.1"), 1);
        }
        assertThat(sessions.all().stream().filter(s -> s.getRouterIp().equals("192.0.2.1")))
                .hasSize(OF_ADDRESS);
    }

    @Test
    void unknownRoutersWithOneSessionAreBoundedInNumber() {
        for (int n = 0; n < 3 * ROUTERS; n++) {
            RouterState router = connect("flood" + n, "10.0." + n + ".1");
            peersUp(router, 1);
            now += SECOND;
            router.disconnect("cable", now);
        }
        assertThat(sessions.all()).hasSizeLessThanOrEqualTo(ROUTERS);
        assertThat(of("flood" + (3 * ROUTERS - 1))).hasSize(1);
    }

    @Test
    void allSessionsTogetherAreBoundedAndUnknownRoutersDoNotDisplaceKnownOnes() {
        for (int n = 0; n < 60; n++) {
            RouterState router = connect("known" + n, "192.0." + n + ".1");
            peersUp(router, PEERS);
            now += SECOND;
            router.disconnect("cable", now);
            assertThat(sessions.all()).hasSizeLessThanOrEqualTo(SESSIONS);
        }
        int before = sessions.all().size();
        RouterState flood = connect("flood", "10.0.0.1");
        peersUp(flood, 2 * PEERS);
        assertThat(sessions.all()).hasSizeBetween(before, SESSIONS);
        assertThat(sessions.all().stream().filter(s -> s.getRouterName().startsWith("known")))
                .hasSize(before);
    }

    @Test
    void peersWithoutASessionAreBounded() {
        List<RouterState> routers = new ArrayList<>();
        for (int n = 0; n < 30; n++) {
            RouterState router = connect("flood" + n, "10.0." + n + ".1");
            routers.add(router);
            for (int peer = 0; peer < PEERS; peer++) {
                router.handleMessage(bmp.monitor(header(peer), Bmp.withdrawal("192.0.2.0/24")), ++now);
            }
        }
        assertThat(sessions.all()).isEmpty();
        assertThat(ignored("quota")).isEqualTo(30 * PEERS - UNKNOWN);
        routers.forEach(RouterState::release);
        peersUp(connect("next", "10.1.0.1"), PEERS);
        assertThat(of("next")).hasSize(PEERS);
    }

    @Test
    void messagesBeforeTheirPeerUpShareOneMemory() {
        SessionQuota quota = sessions.quota();
        MemoryBudget first = quota.backlogBudget();
        MemoryBudget second = quota.backlogBudget();
        assertThat(first.take(BACKLOG - 100)).isTrue();
        assertThat(second.take(200)).isFalse();
        assertThat(second.take(100)).isTrue();
        first.release();
        assertThat(second.take(BACKLOG - 100)).isTrue();
        assertThat(first.take(1)).isFalse();
    }

    @Test
    void aDeletedSessionThatReturnsHasAHigherEpoch() {
        RouterState router = connect("flood", "10.0.0.1");
        peersUp(router, 1);
        peersUp(router, 1);
        router.handleMessage(bmp.peerDown(4), ++now);
        router.disconnect("cable", now);
        long epoch = of("flood").getFirst().getEpoch();
        assertThat(sessions.deleteOld(TestRules.COLLECTOR, now + 1)).isEqualTo(1);
        assertThat(topic).isEmpty();

        peersUp(connect("flood", "10.0.0.1"), 1);
        assertThat(of("flood").getFirst().getEpoch()).isGreaterThan(epoch);
        SessionId id = topic.iterator().next();
        sessions.remove(id); // the deletion is read back after the new record
        assertThat(of("flood")).hasSize(1);
    }

    @Test
    void aLoadBeyondTheBoundsDeletesTheOldestOfUnknownRouters() {
        sessions = newTable(Integer.MAX_VALUE / 2);
        for (int n = 0; n < 20; n++) {
            RouterState router = connect((n % 2 == 0 ? "known" : "flood") + n, "10.0." + n + ".1");
            peersUp(router, PEERS);
            now += SECOND;
        }
        List<Session> before = sessions.all();
        Sessions restored = newTable(PEERS * 3);
        before.forEach(
                s -> restored.load(new SessionId(Bytes.wrap(s.getSessionId().toByteArray())), s));
        restored.endLoad();
        restored.markLostAtStart(TestRules.COLLECTOR, now);

        assertThat(restored.all().stream().filter(s -> s.getRouterName().startsWith("known")))
                .hasSize(10 * PEERS);
        assertThat(restored.all().stream()
                        .map(Session::getRouterName)
                        .filter(name -> name.startsWith("flood"))
                        .distinct())
                .containsExactlyInAnyOrder("flood15", "flood17", "flood19");
        assertThat(topic).hasSize(13 * PEERS);
        assertThat(restored.quota().note()).contains("70 oldest sessions", "topic had more sessions");
        assertThat(restored.all()).allMatch(s -> s.getState() == State.LOST);
    }

    private Sessions newTable(int unknown) {
        return new Sessions(
                publisher,
                new SessionQuota(
                        TestRules.COLLECTOR,
                        new SessionQuota.Limits(SESSIONS, unknown, ROUTERS, OF_ADDRESS, BACKLOG, BACKLOG),
                        (ip, name) -> name.startsWith("known"),
                        metrics));
    }

    private RouterState connect(String name, String ip) {
        return new RouterState(
                RouterIdentity.of(ip, name), TestRules.with(Sources.AUTO), sessions, out, metrics, false);
    }

    private void peersUp(RouterState router, int count) {
        for (int peer = 0; peer < count; peer++) {
            router.handleMessage(
                    bmp.peerUp(header(peer), Bmp.open(65000, List.of()), Bmp.open(65536, List.of())), ++now);
        }
    }

    private static PerPeerHeader header(int peer) {
        return peer == 0
                ? new PerPeerHeader(0, 0, 0, Bmp.PEER, 65536, 0x0a000009, 1, 0)
                : new PerPeerHeader(0, 0, 0, Bytes.fromHex("0a0a%04x".formatted(peer)), 65536, peer, 1, 0);
    }

    private List<Session> of(String router) {
        return sessions.all().stream()
                .filter(s -> s.getRouterName().equals(router))
                .toList();
    }

    private double ignored(String reason) {
        return meters.find(CollectorMetricNames.BMP_IGNORED).tag("reason", reason).counters().stream()
                .mapToDouble(c -> c.count())
                .sum();
    }
}
