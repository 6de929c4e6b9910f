// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bmp.RibView;

/** Tests the bounds of paths that were mirrored with BGPsec_PATH. */
final class HeldPathsTest {
    /** Paths without Path Identifier that fit for one peer, a quarter of those of all. */
    private static final int OF_PEER = 10;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SessionQuota quota = new SessionQuota(
            TestRules.COLLECTOR,
            new SessionQuota.Limits(100, 100, 100, 100, 0, 4L * OF_PEER * HeldPaths.PATH_BYTES),
            (ip, name) -> true,
            null);

    @Test
    void aPeerForgetsItsOldestPathsFirst() {
        HeldPaths held = new HeldPaths(quota.heldBudget());
        add(held, 0, OF_PEER);
        assertThat(held.add(path(0, 0))).isZero(); // the newest one now
        assertThat(held.add(path(OF_PEER, 0))).isEqualTo(1);
        assertThat(held.contains(path(0, 0))).isTrue();
        assertThat(held.contains(path(1, 0))).isFalse();
        assertThat(held.contains(path(2, 0))).isTrue();
        assertThat(held.contains(path(OF_PEER, 0))).isTrue();
    }

    @Test
    void aPathWithAnIdentifierTakesMoreMemory() {
        HeldPaths held = new HeldPaths(quota.heldBudget());
        assertThat(IntStream.rangeClosed(1, 5).map(id -> held.add(path(0, id))).sum())
                .isEqualTo(1);
        assertThat(held.identified(path(0, 0).prefix()))
                .containsExactlyInAnyOrder(path(0, 2), path(0, 3), path(0, 4), path(0, 5));
        assertThat(held.remove(path(0, 2))).isTrue();
        assertThat(held.remove(path(0, 2))).isFalse();
        assertThat(held.identified(path(0, 0).prefix())).hasSize(3);
        assertThat(held.add(path(0, 6))).isZero();
    }

    @Test
    void allPeersShareOneMemory() {
        MemoryBudget ofRouter = quota.heldBudget();
        List<HeldPaths> peers =
                IntStream.range(0, 4).mapToObj(peer -> new HeldPaths(ofRouter)).toList();
        peers.forEach(held -> add(held, 0, OF_PEER));
        HeldPaths other = new HeldPaths(quota.heldBudget());
        assertThat(other.add(path(0, 0))).isEqualTo(1);
        assertThat(other.isEmpty()).isTrue();

        peers.getFirst().remove(path(3, 0));
        assertThat(other.add(path(0, 0))).isZero();
        assertThat(other.add(path(1, 0))).isEqualTo(1);
        assertThat(other.contains(path(1, 0))).isTrue();

        peers.getFirst().clear();
        add(other, 2, OF_PEER - 1);
        other.clear();
        ofRouter.release();
        HeldPaths next = new HeldPaths(quota.heldBudget());
        add(next, 0, OF_PEER);
    }

    /** The effect of a forgotten path is visible: it is counted, and the session has a warning that health reports. */
    @Test
    void aForgottenPathCanBeReplacedByItsMonitoredCopy() {
        RecordedOutput out = new RecordedOutput(quota);
        RouterIdentity identity = RouterIdentity.of("192.0.2.1", "r1");
        RouterState router = new RouterState(
                identity, TestRules.with(Sources.AUTO), out.sessions, out, new CollectorMetrics(meters), false);
        Bmp bmp = new Bmp(65000, 65536);
        SessionId session = new PeerId(0, 0, Bmp.PEER).session(identity, RibView.ADJ_RIB_IN_PRE);

        router.handleMessage(bmp.peerUp(), 1);
        for (int n = 0; n < OF_PEER; n++) {
            router.handleMessage(bmp.mirror(bmp.signed(prefix(n))), 2);
        }
        assertThat(out.session(session).getTableWarning()).isEmpty();
        router.handleMessage(bmp.mirror(bmp.signed(prefix(OF_PEER))), 3);
        assertThat(out.session(session).getTableWarning()).isEqualTo("signed-paths-forgotten");
        assertThat(meters.get(CollectorMetricNames.MIRROR_FORGOTTEN).counter().count())
                .isEqualTo(1);

        router.handleMessage(bmp.announce(prefix(0), prefix(1), prefix(OF_PEER)), 4);
        assertThat(out.live(session).values().stream().filter(Announcement::hasBgpsecPath))
                .hasSize(OF_PEER);
        assertThat(out.live(session)).hasSize(OF_PEER + 1);

        router.disconnect("cable", 5);
        router.release();
        add(new HeldPaths(quota.heldBudget()), 0, OF_PEER);
    }

    private static void add(HeldPaths held, int first, int count) {
        for (int n = first; n < first + count; n++) {
            assertThat(held.add(path(n, 0))).isZero();
        }
    }

    private static Nlri path(int n, long id) {
        return new Nlri(id, Prefix.parse(prefix(n)));
    }

    private static String prefix(int n) {
        return "10.0." + n + ".0/24";
    }
}
