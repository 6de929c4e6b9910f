// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.routerfeeds.bgp.FeedBench.withAttributes;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.routerfeeds.bgp.FeedRequirement.Kind;
import org.pathproof.routerfeeds.bgp.FeedRequirement.State;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Prefix;

/** Tests the feeds of a network with several routers on a table of verdicts. */
final class NetworkFeedsTest {
    private static final String PREFIX = "198.51.100.0/24";
    private static final RouteKey AT_R1 = key(PREFIX, 11);
    private static final RouteKey AT_R2 = key(PREFIX, 21);
    private static final RouteKey COPY_AT_R1 = key("203.0.113.0/24", 13);

    private static FeedBench bench(String... fed) {
        FeedBench bench = new FeedBench(Set.of(), new FeedSessions(List.of(), Map.of()), List.of(fed));
        bench.put(11, session(11, 1, 1));
        bench.put(21, session(21, 2, 1));
        bench.put(AT_R1, withAttributes(notValid(1, 65001, 64500)));
        bench.put(AT_R2, withAttributes(valid(65001, 64500)));
        return bench;
    }

    private static Session.Builder session(int number, int router, int peer) {
        return Records.session(number, router, peer).setView(ADJ_RIB_IN_POST).setLocalBgpId(identifier(router));
    }

    private static int identifier(int router) {
        return 0x0a00_0000 + router;
    }

    private static None none(FeedBench bench) {
        OverrideExplanation explanation =
                bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow();
        assertThat(explanation.decision()).isInstanceOf(None.class);
        return (None) explanation.decision();
    }

    @Test
    void theOverrideGoesToTheRouterWhereItsPathEnters() {
        FeedBench bench = bench("r1", "r2");
        bench.decide();
        assertThat(bench.changesOfRouters).containsOnlyKeys("r2");
        assertThat(none(bench)).isEqualTo(new None(Reason.OTHER_BORDER, List.of("r2")));
        bench.withdraw(AT_R1);
        bench.decide();
        assertThat(bench.changesOfRouters.getOrDefault("r2", List.of()))
                .extracting(OverrideChange::attributes)
                .containsExactly(Optional.empty());
        assertThat(new FeedsHealth(bench.feeds).health().orElseThrow().ok()).isTrue();
    }

    @Test
    void aMonitoredRouterWithoutAFeedIsNamed() {
        FeedBench bench = bench("r1");
        assertThat(bench.decide()).isEmpty();
        assertThat(none(bench)).isEqualTo(new None(Reason.BORDER_NOT_FED, List.of("r2")));
        assertThat(new FeedsHealth(bench.feeds).health().orElseThrow().message())
                .contains("router r1: 1 prefix has no override: border-not-fed at r2, first " + PREFIX);
        bench.put(
                21,
                session(21, 2, 1)
                        .setState(org.pathproof.contracts.v1.State.DOWN)
                        .setEpoch(2)
                        .setDeadBefore(2));
        assertThat(bench.decide()).isEmpty();
        assertThat(bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow().decision())
                .as("the router has ended its session")
                .isNotInstanceOf(None.class);
    }

    @Test
    void aBorderThatIsNotMonitoredIsNamed() {
        FeedBench bench = bench("r1", "r2");
        bench.put(13, session(13, 1, 3).setPeerAs(64999).setPeerBgpId(identifier(9)));
        bench.put(COPY_AT_R1, withAttributes(valid(65001, 64500)));
        assertThat(bench.decide()).isEmpty();
        assertThat(none(bench)).isEqualTo(new None(Reason.BORDER_NOT_MONITORED, List.of("10.0.0.9")));
        bench.withdraw(COPY_AT_R1);
        bench.decide();
        assertThat(bench.changesOfRouters).containsOnlyKeys("r2");
    }

    @Test
    void aPathWithoutPublishedAttributesIsNamed() {
        FeedBench bench = bench("r1", "r2");
        bench.put(14, session(14, 1, 2));
        bench.put(key(PREFIX, 14), valid(65002, 64500));
        assertThat(bench.decide()).isEmpty();
        assertThat(none(bench)).isEqualTo(new None(Reason.PATH_HIDDEN, List.of("r1")));
        bench.put(key(PREFIX, 14), withAttributes(valid(65002, 64501, 64500)));
        bench.decide();
        assertThat(bench.changesOfRouters).containsOnlyKeys("r2");
    }

    private static Map<FeedRequirement.Kind, State> states(FeedBench bench, String router) {
        return bench.feeds.check(router).stream()
                .collect(Collectors.toMap(FeedRequirement::kind, FeedRequirement::state));
    }

    @Test
    void theCheckNamesWhatIsMissingBeforeTheFirstOverride() {
        FeedBench bench = bench("r1");
        bench.decide();
        assertThat(states(bench, "r1"))
                .containsEntry(Kind.BMP, State.MET)
                .containsEntry(Kind.PATHS, State.MET)
                .containsEntry(Kind.POLICY, State.MET)
                .containsEntry(Kind.SESSION, State.NOT_MET)
                .containsEntry(Kind.BORDERS_MONITORED, State.MET)
                .containsEntry(Kind.BORDERS_FED, State.NOT_MET)
                .containsEntry(Kind.LOCAL_PREFERENCE, State.MET)
                .containsEntry(Kind.NEXT_HOPS, State.UNKNOWN)
                .containsEntry(Kind.REFLECTION, State.UNKNOWN)
                .containsEntry(Kind.FEED_IMPORT, State.UNKNOWN)
                .containsEntry(Kind.ROUTE_SELECTION, State.UNKNOWN)
                .containsEntry(Kind.EXPORT, State.UNKNOWN)
                .hasSize(Kind.values().length);
        assertThat(bench.feeds.check("r1"))
                .anyMatch(found -> found.words().endsWith("cannot receive overrides: r2"))
                .anyMatch(found -> found.words().startsWith("cannot be seen: ")
                        && found.words().endsWith(" 64999:33:* to 64999:36:*"));

        bench.put(23, session(23, 2, 3).setPeerAs(64999).setPeerBgpId(identifier(1)));
        bench.put(key("203.0.113.0/24", 23), withAttributes(valid(65001, 64500)));
        bench.decide();
        assertThat(states(bench, "r1")).containsEntry(Kind.NEXT_HOPS, State.MET);
        bench.put(
                key("203.0.113.0/24", 23),
                withAttributes(valid(65001, 64500)).setNextHop(ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 3})));
        bench.put(AT_R1, withAttributes(notValid(1, 64999, 65001, 64500)));
        bench.put(key("10.0.0.0/8", 23), withAttributes(valid(65001, 64500)));
        bench.put(13, session(13, 1, 3).setPeerAs(64999).setPeerBgpId(identifier(9)));
        bench.put(COPY_AT_R1, withAttributes(valid(65001, 64500)));
        bench.decide();
        assertThat(states(bench, "r1"))
                .containsEntry(Kind.NEXT_HOPS, State.NOT_MET)
                .containsEntry(Kind.LOCAL_PREFERENCE, State.UNKNOWN)
                .containsEntry(Kind.BORDERS_MONITORED, State.NOT_MET);
    }

    /** GoBGP loses withdrawals if its internal neighbors are no clients. Nothing is announced until they are known. */
    @Test
    void theCheckNamesGoBgpBeforeTheFirstOverride() {
        FeedBench bench = bench("r1", "r2");
        bench.put(21, session(21, 2, 1).setSysDescr("3.10.0").setSysName("r2"));
        bench.put(13, session(13, 1, 3).setPeerAs(64999).setPeerBgpId(identifier(2)));
        bench.put(COPY_AT_R1, withAttributes(valid(65001, 64500)));
        assertThat(bench.decide()).isEmpty();
        assertThat(none(bench)).isEqualTo(new None(Reason.BORDER_REFLECTION, List.of("r2")));
        assertThat(states(bench, "r1")).containsEntry(Kind.REFLECTION, State.UNKNOWN);
        assertThat(reflection(bench, "r1")).startsWith("the router is of unknown software");
        assertThat(states(bench, "r2")).containsEntry(Kind.REFLECTION, State.NOT_MET);
        assertThat(reflection(bench, "r2")).startsWith("the router is GoBGP 3.10.0");
        assertThat(reflection(bench, "r2")).contains("other routers have paths that it sent to such a neighbor");

        bench.put(21, session(21, 2, 1).setSysDescr("FRRouting 8.4.4").setSysName("r2"));
        bench.decide();
        assertThat(bench.changesOfRouters).containsOnlyKeys("r2");
        assertThat(states(bench, "r2")).containsEntry(Kind.REFLECTION, State.UNKNOWN);
        assertThat(reflection(bench, "r2")).startsWith("the router is FRR 8.4.4");
    }

    private static String reflection(FeedBench bench, String router) {
        return bench.feeds.check(router).stream()
                .filter(found -> found.kind() == Kind.REFLECTION)
                .findFirst()
                .orElseThrow()
                .words();
    }

    /** FRR begins AS_PATH with its own AS and leaves LOCAL_PREF out, so a longer path may be its best one. */
    @Test
    void aLongerRefusedPathOfFrrIsAThreat() {
        FeedBench bench = bench("r1", "r2");
        bench.put(AT_R1, withAttributes(notValid(1, 65001, 64502, 64500)));
        assertThat(bench.decide()).isEmpty();
        bench.put(AT_R1, withAttributes(notValid(1, 64999, 65001, 64502, 64500)));
        bench.decide();
        assertThat(bench.changesOfRouters).containsOnlyKeys("r2");
    }
}
