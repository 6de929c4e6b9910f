// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.mirroring.HeldPaths;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.wire.bmp.RibView;

/** Tests a router with more paths that were mirrored with BGPsec_PATH than memory holds. */
final class ForgottenPathsTest {
    /** Paths without Path Identifier that fit for one peer, a quarter of those of all. */
    private static final int OF_PEER = 10;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SessionQuota quota = new SessionQuota(
            TestRules.COLLECTOR,
            new SessionQuota.Limits(100, 100, 100, 100, 0, 4L * OF_PEER * HeldPaths.PATH_BYTES),
            (ip, name) -> true,
            null);

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
        MemoryBudget released = quota.heldBudget();
        assertThat(released.take(4L * OF_PEER * HeldPaths.PATH_BYTES)).isTrue();
    }

    private static String prefix(int n) {
        return "10.0." + n + ".0/24";
    }
}
