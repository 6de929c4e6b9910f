// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.routerfeeds.use.UseBench.FEED_POST;
import static org.pathproof.routerfeeds.use.UseBench.FEED_PRE;
import static org.pathproof.routerfeeds.use.UseBench.HOP;
import static org.pathproof.routerfeeds.use.UseBench.INNER;
import static org.pathproof.routerfeeds.use.UseBench.LOC_RIB;
import static org.pathproof.routerfeeds.use.UseBench.OTHER_HOP;
import static org.pathproof.routerfeeds.use.UseBench.PATH;
import static org.pathproof.routerfeeds.use.UseBench.PREFIX;
import static org.pathproof.routerfeeds.use.UseBench.ROUTER_ID;
import static org.pathproof.routerfeeds.use.UseBench.TIMEOUT;
import static org.pathproof.routerfeeds.use.UseBench.UPSTREAM;
import static org.pathproof.routerfeeds.use.UseBench.feed;
import static org.pathproof.routerfeeds.use.UseBench.inner;
import static org.pathproof.routerfeeds.use.UseBench.locRib;
import static org.pathproof.routerfeeds.use.UseBench.override;
import static org.pathproof.routerfeeds.use.UseBench.seen;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/** Tests each state of an override and each reason, with rows of each view that tells. */
final class OverrideUsesTest {
    private static final RouteAttributes OVERRIDE = override(101, HOP, 65002, 64502, 64500);
    private static final RouteKey LOC_RIB_ROW = key(PREFIX.toString(), LOC_RIB);
    private static final RouteKey INNER_ROW = key(PREFIX.toString(), INNER);
    private static final Bytes ID = Bytes.fromHex("0a000001");

    private final UseBench bench = new UseBench();

    private void putTamperedRow() {
        bench.put(key(PREFIX.toString(), UPSTREAM), seen(100, OTHER_HOP, 65001, 64500));
        bench.put(LOC_RIB_ROW, seen(100, OTHER_HOP, 65001, 64500));
    }

    private void assertUnused(UnusedReason reason) {
        OverrideUse use = bench.use();
        assertThat(use.state()).isEqualTo(UseState.NOT_IN_USE);
        assertThat(use.reason()).contains(reason);
        assertThat(use.explanation()).contains(reason.sentence());
    }

    private PartHealth health() {
        return new UseHealth(bench.uses).health().orElseThrow();
    }

    @Test
    void countsOverridesByUseAndReason() {
        MeterRegistry registry = new SimpleMeterRegistry();
        new UseMetrics(bench.uses).bindTo(registry);
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(OVERRIDE);
        bench.announce(Prefix.parse("2001:db8::/32"), OVERRIDE);
        assertThat(gauge(registry, "pathproof_override_use", "state", "pending"))
                .isEqualTo(2);
        bench.pass(TIMEOUT);
        assertThat(gauge(registry, "pathproof_override_use", "state", "pending"))
                .isZero();
        assertThat(gauge(registry, "pathproof_override_use", "state", "unknown"))
                .isEqualTo(1);
        assertThat(gauge(registry, "pathproof_override_use", "state", "not-in-use"))
                .isEqualTo(1);
        assertThat(gauge(registry, "pathproof_overrides_unused", "reason", "next-hop"))
                .isEqualTo(1);
        assertThat(gauge(registry, "pathproof_overrides_unprotected", "router", "r1"))
                .isEqualTo(1);
        bench.withdraw();
        assertThat(gauge(registry, "pathproof_overrides_unused", "reason", "next-hop"))
                .isZero();
    }

    private static double gauge(MeterRegistry registry, String name, String label, String value) {
        return registry.get(name).tag(label, value).gauge().value();
    }

    @Test
    void theLocRibShowsThatTheOverrideIsInUse() {
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        bench.put(LOC_RIB_ROW, seen(OVERRIDE));
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        assertThat(bench.use().view()).isEqualTo("Loc-RIB");
        assertThat(bench.uses.counts("r1")).isEqualTo(new UseCounts(0, 1, 0, 0));
        bench.withdraw();
        assertThat(bench.uses.use("r1", PREFIX)).isEmpty();
        assertThat(bench.uses.counts("r1")).isEqualTo(UseCounts.NONE);
    }

    @Test
    void aLocRibWithoutAttributesShowsThePathByAsPathAndNextHop() {
        bench.put(LOC_RIB, locRib());
        bench.announce(OVERRIDE);
        bench.put(
                LOC_RIB_ROW,
                unsigned(65002, 64502, 64500)
                        .setNextHop(ByteString.copyFrom(HOP.toArray()))
                        .build());
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        bench.put(
                LOC_RIB_ROW,
                unsigned(65002, 64502, 64500)
                        .setNextHop(ByteString.copyFrom(OTHER_HOP.toArray()))
                        .build());
        assertThat(bench.use().state()).isEqualTo(UseState.NOT_IN_USE);
    }

    @Test
    void aRowThatDidNotChangeIsAsGoodAsANewOne() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(OVERRIDE));
        bench.step();
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
    }

    @Test
    void anOverrideThatIsNotShownInTimeIsNotInUse() {
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT.minusMillis(1));
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        bench.pass(Duration.ofMillis(1));
        assertUnused(UnusedReason.NEXT_HOP);
        UsedPath instead = bench.use().instead().orElseThrow();
        assertThat(instead.peer()).isEqualTo("192.0.2.1");
        assertThat(instead.asPath()).containsExactly(65001L, 64500L);
        assertThat(instead.nextHop()).contains(OTHER_HOP);
        assertThat(instead.localPreference()).isEqualTo(OptionalLong.of(100));
    }

    @Test
    void aVanishedNextHopEndsTheClaimAtOnceAndThePathAfterTheTimeout() {
        bench.put(LOC_RIB, locRib());
        bench.announce(OVERRIDE);
        bench.put(LOC_RIB_ROW, seen(OVERRIDE));
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        bench.pass(Duration.ofMinutes(1));
        putTamperedRow();
        assertUnused(UnusedReason.NEXT_HOP);
        assertThat(bench.unusable).isEmpty();
        assertThat(bench.uses.unprotected("r1")).isEmpty();
        bench.pass(TIMEOUT);
        assertThat(bench.unusable).containsEntry(PREFIX, Set.of(PATH));
        assertThat(bench.uses.unprotected("r1")).containsExactly(Map.entry(PREFIX, UnusedReason.NEXT_HOP));
        assertThat(health().ok()).isFalse();
        assertThat(health().message()).contains("r1", PREFIX.toString(), "next-hop");
        RouteAttributes next = override(101, Bytes.fromHex("c0000203"), 65003, 64503, 64500);
        bench.path = new CandidatePath.Key(PeerKey.of(Bytes.fromHex("c0000203")), 0);
        bench.announce(next);
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        assertThat(health().ok()).as("the next path is not shown yet").isFalse();
        bench.put(LOC_RIB_ROW, seen(next));
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        assertThat(bench.uses.unprotected("r1")).isEmpty();
        assertThat(health().message()).isEqualTo("1 override is in use");
        bench.pass(Fallback.FIRST_RETRY);
        assertThat(bench.unusable).containsEntry(PREFIX, Set.of());
    }

    @Test
    void aPrefixWithoutAnUsedPathStaysUnprotectedWhileItNeedsAnOverride() {
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        bench.withdraw();
        assertThat(bench.uses.counts("r1")).isEqualTo(UseCounts.NONE);
        assertThat(health().ok()).isFalse();
        bench.needed = false;
        assertThat(health().message()).isEqualTo("0 overrides are in use");
    }

    @Test
    void aRouterWithoutARouteUsesNothing() {
        bench.put(LOC_RIB, locRib());
        bench.put(key("203.0.113.0/24", LOC_RIB), seen(100, OTHER_HOP, 65001));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.NEXT_HOP);
        assertThat(bench.use().instead()).isEmpty();
    }

    @Test
    void aMissingRowTellsNothingInALocRibWithoutRoutesOfTheFamily() {
        bench.put(LOC_RIB, locRib());
        bench.put(key("2001:db8::/32", LOC_RIB), seen(100, OTHER_HOP, 65001));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        Prefix ipv6 = Prefix.parse("2001:db8:1::/48");
        bench.announce(ipv6, OVERRIDE);
        bench.pass(TIMEOUT);
        assertThat(bench.uses.use("r1", ipv6).orElseThrow().state()).isEqualTo(UseState.NOT_IN_USE);
    }

    @Test
    void aRouterWithoutATellingViewIsUnknownAndNeverClaimed() {
        bench.put(key(PREFIX.toString(), UPSTREAM), seen(100, OTHER_HOP, 65001, 64500));
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        bench.pass(TIMEOUT);
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        assertThat(bench.use().explanation()).contains("Loc-RIB (RFC 9069)");
        assertThat(health().ok()).isTrue();
        assertThat(health().message())
                .startsWith("0 overrides are in use; router r1: of 1 override no view tells if it is in use")
                .contains("Loc-RIB (RFC 9069)");
        assertThat(bench.unusable).isEmpty();
    }

    @Test
    void aLostOrIncompleteLocRibTellsNothing() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(OVERRIDE));
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        bench.put(LOC_RIB, locRib().setState(State.LOST));
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        bench.put(LOC_RIB, locRib().setState(State.SYNCING).setEpoch(2));
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        bench.put(LOC_RIB_ROW, seen(OVERRIDE).toBuilder().setEpoch(2).build());
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
    }

    @Test
    void aLateTableDecidesNothing() {
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.delayed = true;
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT.multipliedBy(3));
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        bench.delayed = false;
        bench.pass(Duration.ofSeconds(1));
        assertThat(bench.use().state()).isEqualTo(UseState.NOT_IN_USE);
    }

    @Test
    void anInternalNeighborShowsWhatTheRouterAnnounces() {
        bench.put(INNER, inner());
        bench.put(INNER_ROW, seen(100, OTHER_HOP, 65001, 64500));
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.PENDING);
        bench.put(INNER_ROW, seen(override(101, ID, 65002, 64502, 64500)));
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        assertThat(bench.use().view()).isEqualTo("internal neighbor r2");
        bench.put(INNER_ROW, seen(100, OTHER_HOP, 65001, 64500));
        assertUnused(UnusedReason.NEXT_HOP);
        assertThat(bench.use().instead().orElseThrow().asPath()).containsExactly(65001L, 64500L);
    }

    @Test
    void aNeighborWithoutTheRouteTellsNothing() {
        bench.put(INNER, inner());
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        assertThat(bench.use().explanation()).contains("internal neighbors");
    }

    @Test
    void withAddPathTheOverrideAmongOtherPathsTellsNothing() {
        int ipv4 = 1 << 8 | 1;
        bench.put(INNER, inner().setFacts(PeerFacts.newBuilder().addAddPath(ipv4)));
        RouteKey own = key(PREFIX.toString(), INNER, 2);
        bench.put(key(PREFIX.toString(), INNER, 1), seen(100, OTHER_HOP, 65001, 64500));
        bench.put(own, seen(OVERRIDE));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
        bench.put(own, null);
        assertThat(bench.use().state()).isEqualTo(UseState.NOT_IN_USE);
        bench.put(own, seen(OVERRIDE));
        bench.put(key(PREFIX.toString(), INNER, 1), null);
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
    }

    @Test
    void neighborsThatDisagreeTellNothing() {
        bench.put(INNER, inner());
        bench.put(INNER_ROW, seen(OVERRIDE));
        bench.put(13, session(13, 3, 1).setPeerAs(64999).setPeerBgpId(ROUTER_ID));
        bench.put(key(PREFIX.toString(), 13), seen(100, OTHER_HOP, 65001, 64500));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
    }

    @Test
    void aPathThatReflectorsPassOnShowsWhatTheRouterAnnounces() {
        bench.put(13, session(13, 3, 7).setPeerAs(64999));
        RouteKey reflected = key(PREFIX.toString(), 13);
        bench.announce(OVERRIDE);
        bench.put(
                reflected,
                seen(
                        OVERRIDE,
                        new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("0a0000fe")),
                        new ClusterList(PathAttribute.FLAG_OPTIONAL, List.of(ID))));
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        RouteAttributes external = override(100, OTHER_HOP, 65001, 64500);
        bench.put(reflected, withoutMark(seen(external, new OriginatorId(PathAttribute.FLAG_OPTIONAL, ID))));
        assertThat(bench.use().state()).isEqualTo(UseState.NOT_IN_USE);
    }

    private static Verdict withoutMark(Verdict row) {
        RoutePathAttributes decoded = RoutePathAttributes.decode(
                        Bytes.wrap(row.getPathAttributes().toByteArray()))
                .orElseThrow();
        return row.toBuilder()
                .setPathAttributes(ByteString.copyFrom(new RoutePathAttributes(decoded.attributes().stream()
                                .filter(attribute -> !(attribute instanceof LargeCommunities))
                                .toList())
                        .encode()
                        .toArray()))
                .build();
    }

    @Test
    void theViewsOfTheSessionWithPathproofShowTheImportPolicy() {
        bench.put(FEED_PRE, feed(FEED_PRE, RibView.ADJ_RIB_IN_PRE));
        bench.put(FEED_POST, feed(FEED_POST, RibView.ADJ_RIB_IN_POST));
        bench.put(key(PREFIX.toString(), FEED_PRE), seen(OVERRIDE));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.IMPORT_POLICY);
        bench.put(key(PREFIX.toString(), FEED_POST), seen(OVERRIDE));
        assertThat(bench.use().state()).as("accepted is not used").isEqualTo(UseState.UNKNOWN);
        bench.put(key(PREFIX.toString(), FEED_POST), seen(override(50, HOP, 65002, 64502, 64500)));
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        assertUnused(UnusedReason.IMPORT_POLICY);
    }

    @Test
    void aHigherLocalPreferenceIsAReason() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(200, OTHER_HOP, 65001, 64500));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.LOCAL_PREFERENCE);
    }

    @Test
    void aRouteOfTheRouterItselfIsAReason() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(100, OTHER_HOP));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.ROUTER_PREFERENCE);
    }

    @Test
    void aPreferredPathDespiteAReachableNextHopIsAReason() {
        bench.put(LOC_RIB, locRib());
        Prefix other = Prefix.parse("203.0.113.0/24");
        bench.put(key(other.toString(), LOC_RIB), seen(OVERRIDE));
        bench.announce(other, OVERRIDE);
        putTamperedRow();
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.ROUTER_PREFERENCE);
    }

    @Test
    void theRoutersOwnIdentifierIsAReason() {
        RouteAttributes refused = RouteAttributes.of(Stream.concat(
                        OVERRIDE.list().stream(), Stream.of(new ClusterList(PathAttribute.FLAG_OPTIONAL, List.of(ID))))
                .toList());
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(refused);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.CLUSTER_ID);
    }

    @Test
    void anotherOverrideIsAReasonThatExcludesNoPath() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(override(101, OTHER_HOP, 65002, 64500)));
        bench.announce(OVERRIDE);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.OTHER_OVERRIDE);
        assertThat(bench.unusable).isEmpty();
        assertThat(bench.uses.unprotected("r1")).isEmpty();
    }

    @Test
    void aSessionThatIsDownAnnouncesNothing() {
        bench.established = false;
        bench.put(LOC_RIB, locRib());
        putTamperedRow();
        bench.announce(OVERRIDE);
        assertUnused(UnusedReason.SESSION_DOWN);
        assertThat(bench.unusable).isEmpty();
        bench.pass(TIMEOUT.multipliedBy(2));
        bench.established = true;
        assertThat(bench.use().state()).as("just announced").isEqualTo(UseState.PENDING);
        bench.pass(TIMEOUT);
        assertUnused(UnusedReason.NEXT_HOP);
    }

    @Test
    void anEmptyTableAfterARestartShowsNothing() {
        bench.put(LOC_RIB, locRib());
        bench.put(LOC_RIB_ROW, seen(OVERRIDE));
        bench.announce(OVERRIDE);
        assertThat(bench.use().state()).isEqualTo(UseState.IN_USE);
        bench.uses.onRestart();
        assertThat(bench.use().state()).isEqualTo(UseState.UNKNOWN);
    }
}
