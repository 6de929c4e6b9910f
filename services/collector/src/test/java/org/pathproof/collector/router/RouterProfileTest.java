// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterProfile;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.RibView;

/** Tests the settings of one router together with those for all routers. */
final class RouterProfileTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RecordedOutput out = new RecordedOutput();
    private final Bmp bmp = new Bmp(65000, 65536);

    @Test
    void theSettingsOfTheOperatorCountFirst() {
        RouterRules all = TestRules.with(Sources.AUTO, Set.of(64501L), TestRules.peers("AS1"), PeerMatcher.NONE);
        RouterRules one = all.with(new RouterProfile(
                "certificate 1f",
                Set.of(64999L),
                new PeerRules(TestRules.peers("192.0.2.9"), TestRules.peers("AS2"), PeerMatcher.NONE, PeerRoles.NONE),
                3));
        assertThat(one.confederationMembers()).containsExactly(64501L);
        assertThat(one.maxPeers()).isEqualTo(3);
        assertThat(one.describedBy()).isEqualTo("certificate 1f");
        assertThat(one.peers().transparent().matches(Bmp.PEER, 7)).isTrue();
        assertThat(one.peers().transparent().matches(Bytes.fromHex("c6336401"), 1))
                .isTrue();
        assertThat(one.peers().loopAllowed().matches(Bmp.PEER, 2)).isTrue();
        assertThat(all.with(RouterProfile.NONE)).isSameAs(all);
        RouterRules none = TestRules.with(Sources.AUTO);
        assertThat(none.with(new RouterProfile("", Set.of(64999L), PeerRules.NONE, 1_000_000))
                        .confederationMembers())
                .containsExactly(64999L);
        assertThat(none.with(new RouterProfile("", Set.of(), PeerRules.NONE, 1_000_000))
                        .maxPeers())
                .isEqualTo(none.maxPeers());
    }

    @Test
    void aRoleInTheSettingsCountsBeforeOneInTheDescription() {
        PeerRoles settings = PeerRoles.of(Map.of(NeighborRole.PROVIDER, List.of("AS1")));
        PeerRoles description = PeerRoles.of(Map.of(NeighborRole.CUSTOMER, List.of("AS1", "AS2")));
        PeerRoles both = settings.orElse(description);
        assertThat(both.of(Bmp.PEER, 1)).isEqualTo(NeighborRole.PROVIDER);
        assertThat(both.of(Bmp.PEER, 2)).isEqualTo(NeighborRole.CUSTOMER);
        assertThat(both.of(Bmp.PEER, 3)).isNull();
    }

    @Test
    void aPeerUpWithAnotherAsEndsTheSessionAndDropsRoutes() {
        RouterState router = router(Set.of(65000L));
        router.handleMessage(bmp.peerUp(), 1);
        router.handleMessage(bmp.announce("192.0.2.0/24"), 2);
        assertThat(out.routes).hasSize(1);
        router.handleMessage(new Bmp(64999, 65536).peerUp(), 3);
        router.handleMessage(bmp.announce("198.51.100.0/24"), 4);
        assertThat(out.routes).hasSize(1);
        Session record = out.sessionRecords.getLast();
        assertThat(record.getDownReason()).contains("does not permit its AS");
        assertThat(meters.get(CollectorMetricNames.BMP_IGNORED)
                        .tag(MetricLabels.REASON, "local-as-not-allowed")
                        .counter()
                        .count())
                .isEqualTo(1);
        router.handleMessage(bmp.peerUp(), 5);
        router.handleMessage(bmp.announce("198.51.100.0/24"), 6);
        assertThat(out.routes).hasSize(2);
    }

    private RouterState router(Set<Long> localAses) {
        return new RouterState(
                ROUTER,
                TestRules.with(Sources.AUTO),
                out.sessions,
                out,
                new CollectorMetrics(meters),
                false,
                new Permission(EnumSet.allOf(RibView.class), Optional.empty(), localAses));
    }
}
