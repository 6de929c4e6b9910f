// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
import static org.pathproof.routerfeeds.bgp.FeedBench.session;
import static org.pathproof.routerfeeds.bgp.FeedBench.withAttributes;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;

/** Tests that overrides follow the table: routes, sessions, staleness and the BMP connection of the router. */
final class OverrideFeedsTest {
    private static final String PREFIX = "198.51.100.0/24";
    /** Post-policy routes of the two peers. */
    private static final RouteKey SHORT = key(PREFIX, 11);

    private static final RouteKey LONG = key(PREFIX, 12);
    private static final RouteKey SHORT_BEFORE_POLICY = key(PREFIX, 1);

    private final FeedBench bench = new FeedBench();

    private void putPostPolicySessions() {
        bench.put(11, session(11, 1, ADJ_RIB_IN_POST));
        bench.put(12, session(12, 2, ADJ_RIB_IN_POST));
    }

    /** Adds a shorter path that is NOT_VALID and a longer path that is VALID. */
    private void addTamperedRoute() {
        putPostPolicySessions();
        bench.put(SHORT, withAttributes(notValid(1, 65001, 64500)));
        bench.put(LONG, withAttributes(valid(65002, 64502, 64500)));
    }

    private static List<Long> path(OverrideChange change) {
        return change.attributes()
                .flatMap(attributes -> attributes.find(AsPath.class))
                .map(AsPath::asns)
                .orElse(List.of());
    }

    @Test
    void announcesTheAcceptedPathAndWithdrawsItWhenTheTamperedRouteEnds() {
        addTamperedRoute();
        List<OverrideChange> changes = bench.decide();
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().prefix()).isEqualTo(Prefix.parse(PREFIX));
        assertThat(path(changes.getFirst())).containsExactly(65002L, 64502L, 64500L);
        assertThat(changes.getFirst().attributes().orElseThrow().localPreference())
                .hasValue(101);
        assertThat(bench.decide()).isEmpty();

        bench.withdraw(SHORT);
        assertThat(bench.decide()).containsExactly(new OverrideChange(Prefix.parse(PREFIX), Optional.empty()));
    }

    @Test
    void reportsTheVerdictThatCausedAChange() {
        putPostPolicySessions();
        bench.decide();
        addTamperedRoute();
        VerdictTime tampered = new VerdictTime(bench.now.toEpochMilli(), null);
        bench.put(key("203.0.113.0/24", 11), withAttributes(valid(65001, 64501)));
        bench.decide();
        assertThat(bench.caused).containsExactly(tampered);

        bench.pass(Duration.ofSeconds(1));
        VerdictTime withdrawn = new VerdictTime(bench.now.toEpochMilli(), null);
        bench.withdraw(SHORT);
        bench.pass(Duration.ofSeconds(1));
        bench.put(SHORT_BEFORE_POLICY, withAttributes(valid(65001, 64500)));
        bench.decide();
        assertThat(bench.caused).containsExactly(withdrawn);

        bench.connected.clear();
        bench.decide();
        assertThat(bench.caused).isEmpty();
    }

    /** FRR 8.4 prepends its own AS to the paths that it monitors, and its loop detection discards such a path. */
    @Test
    void announcesThePathOfFrrWithoutItsOwnAs() {
        putPostPolicySessions();
        bench.put(SHORT, withAttributes(notValid(1, 64999, 65001, 64500)));
        bench.put(LONG, withAttributes(valid(64999, 65002, 64502, 64500)));
        List<OverrideChange> changes = bench.decide();
        assertThat(changes).hasSize(1);
        assertThat(path(changes.getFirst())).containsExactly(65002L, 64502L, 64500L);
    }

    @Test
    void withdrawsAPathWhoseSessionEnds() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.put(
                12,
                session(12, 2, ADJ_RIB_IN_POST).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());

        bench.put(
                12,
                session(12, 2, ADJ_RIB_IN_POST)
                        .setState(State.SYNCING)
                        .setEpoch(3)
                        .setDeadBefore(2));
        assertThat(bench.decide()).isEmpty();
        bench.put(LONG, withAttributes(valid(65002, 64502, 64500).setEpoch(3)));
        assertThat(bench.decide()).hasSize(1);
    }

    @Test
    void takesTheStateOfAStrippedPathFromThePrePolicyView() {
        putPostPolicySessions();
        bench.put(1, session(1, 1, ADJ_RIB_IN_PRE));
        bench.put(SHORT, withAttributes(unsigned(65001, 64500)));
        bench.put(LONG, withAttributes(valid(65002, 64502, 64500)));
        assertThat(bench.decide()).as("not validated: accepted").isEmpty();

        bench.put(SHORT_BEFORE_POLICY, notValid(1, 65001, 64500));
        assertThat(bench.decide()).hasSize(1);
        bench.put(SHORT_BEFORE_POLICY, valid(65001, 64500));
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());

        bench.put(SHORT_BEFORE_POLICY, notValid(1, 65009, 64500));
        assertThat(bench.decide()).as("another path").isEmpty();
    }

    @Test
    void withdrawsEverythingAfterATimeOfStaleVerdicts() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.problem = "Kafka does not answer";
        assertThat(bench.decide()).isEmpty();
        bench.pass(FeedBench.STALE_AFTER);
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
        assertThat(status().suspensions()).containsExactly(Suspension.STALE_VERDICTS);
        assertThat(new FeedsHealth(bench.feeds).health().orElseThrow().message())
                .contains("r1", "stale-verdicts");
        bench.problem = null;
        assertThat(bench.decide()).hasSize(1);
    }

    @Test
    void withdrawsEverythingAfterTheHoldTimeOfALostRouter() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.connected.clear();
        assertThat(bench.decide()).isEmpty();
        bench.pass(FeedBench.HOLD);
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
        assertThat(status().suspensions()).containsExactly(Suspension.ROUTER_LOST);
        bench.connected.add(Bytes.wrap(Records.session(1, 1, 1).getRouterHash().toByteArray()));
        assertThat(bench.decide()).hasSize(1);
    }

    @Test
    void withdrawsEverythingWhileTheTableIsReadAgain() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.feeds.onRestart();
        bench.table.clear(1);
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
    }

    @Test
    void withdrawsEverythingWhileDecisionsFail() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.failure = new IllegalStateException("test");
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
        assertThat(bench.decide()).isEmpty();
        bench.failure = null;
        assertThat(bench.decide()).hasSize(1);
    }

    @Test
    void usesNeitherFeedSessionsNorVrfsNorRoutesWithoutAttributes() {
        bench.put(11, session(11, 1, ADJ_RIB_IN_POST).setFeed(true));
        bench.put(12, session(12, 2, ADJ_RIB_IN_POST).setPeerType(1).setPeerDistinguisher(7));
        bench.put(13, session(13, 3, ADJ_RIB_IN_POST));
        bench.put(SHORT, withAttributes(notValid(1, 65001, 64500)));
        bench.put(LONG, withAttributes(valid(65002, 64502, 64500)));
        bench.put(key(PREFIX, 13), notValid(1, 65003, 64500));
        assertThat(bench.decide()).isEmpty();
        assertThat(bench.feeds.explain("r1", Prefix.parse(PREFIX))).isEmpty();
    }

    @Test
    void decidesNothingForTwoRoutersWithOneName() {
        addTamperedRoute();
        bench.put(21, Records.session(21, 2, 1).setView(ADJ_RIB_IN_POST).setRouterName("r1"));
        assertThat(bench.decide()).isEmpty();
        assertThat(status().ambiguous()).isTrue();
        assertThat(new FeedsHealth(bench.feeds).health().orElseThrow().ok()).isFalse();
    }

    @Test
    void explainsEachPath() {
        addTamperedRoute();
        bench.decide();
        OverrideExplanation explanation =
                bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow();
        assertThat(explanation.paths()).extracting(path -> path.role().label()).containsExactly("refused", "accepted");
        assertThat(explanation.decision())
                .isInstanceOfSatisfying(
                        OverrideDecision.Announce.class,
                        announce -> assertThat(announce.refusal().label()).isEqualTo("not-valid"));
        assertThat(explanation.active()).isPresent();
        assertThat(explanation
                        .paths()
                        .getLast()
                        .againstBest()
                        .orElseThrow()
                        .step()
                        .label())
                .isEqualTo("as-path-length");
    }

    @Test
    void pathsWithEqualAttributesShareOneObject() {
        putPostPolicySessions();
        Verdict.Builder verdict = withAttributes(valid(65002, 64502, 64500));
        RouteKey other = key("203.0.113.0/24", 12);
        bench.put(LONG, verdict);
        bench.put(other, verdict);
        bench.decide();
        assertThat(candidate(LONG).attributes()).isSameAs(candidate(other).attributes());
    }

    @Test
    void aNewPolicyAnnouncesOnlyTheDifference() {
        addTamperedRoute();
        RouteKey other = key("203.0.113.0/24", 11);
        bench.put(other, withAttributes(notValid(1, 65001, 64500)));
        bench.put(key("203.0.113.0/24", 12), withAttributes(valid(65002, 64502, 64500)));
        assertThat(bench.decide()).hasSize(2);

        bench.policy = FeedBench.state(FeedBench.POLICY + exception(bench.now.plusSeconds(60)), false);
        assertThat(bench.decide()).containsExactly(new OverrideChange(Prefix.parse(PREFIX), Optional.empty()));
        bench.policy = FeedBench.state(FeedBench.POLICY, false);
        assertThat(bench.decide()).extracting(OverrideChange::prefix).containsExactly(Prefix.parse(PREFIX));
        bench.policy = FeedBench.state(FeedBench.POLICY.replace("reject-not-valid", "observe"), false);
        assertThat(bench.decide())
                .extracting(OverrideChange::attributes)
                .containsExactly(Optional.empty(), Optional.empty());
        assertThat(status().policy().group().name()).isEqualTo("border");
    }

    private static String exception(Instant expires) {
        return """
                exceptions:
                  - prefix: 198.51.100.0/24
                    owner: noc
                    reason: signer is broken
                    expires: %s
                """.formatted(expires);
    }

    /** Nothing but the clock changes between the decisions. */
    @Test
    void anExceptionExpiresWithoutAnyEvent() {
        bench.policy = FeedBench.state(FeedBench.POLICY + exception(bench.now.plusSeconds(60)), false);
        addTamperedRoute();
        assertThat(bench.decide()).isEmpty();
        bench.pass(Duration.ofSeconds(59));
        assertThat(bench.decide()).isEmpty();
        bench.pass(Duration.ofSeconds(1));
        assertThat(bench.decide()).extracting(OverrideChange::prefix).containsExactly(Prefix.parse(PREFIX));
    }

    @Test
    void theSwitchWithdrawsEverythingAndLiftingItAnnouncesAgain() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        bench.policy = FeedBench.state(FeedBench.POLICY, true);
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
        assertThat(bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow().decision())
                .isInstanceOfSatisfying(
                        OverrideDecision.None.class,
                        none -> assertThat(none.reason().label()).isEqualTo("switched-off"));
        bench.policy = FeedBench.state(FeedBench.POLICY, false);
        assertThat(bench.decide()).hasSize(1);
    }

    @Test
    void withdrawsEverythingWhenThePolicyCannotBeReadForATime() {
        addTamperedRoute();
        assertThat(bench.decide()).hasSize(1);
        PolicyState good = bench.policy;
        bench.policy = new PolicyState(
                true, "Kafka does not answer", good.policy(), good.document(), good.feedSwitch(), good.history());
        assertThat(bench.decide()).isEmpty();
        bench.pass(FeedBench.STALE_AFTER);
        assertThat(bench.decide()).extracting(OverrideChange::attributes).containsExactly(Optional.empty());
        assertThat(status().suspensions()).containsExactly(Suspension.STALE_POLICY);
        bench.policy = good;
        assertThat(bench.decide()).hasSize(1);
    }

    private CandidatePath candidate(RouteKey key) {
        return bench.feeds
                .explain("r1", key.prefix())
                .orElseThrow()
                .paths()
                .getFirst()
                .path();
    }

    private RouterFeedStatus status() {
        return bench.feeds.status(10).getFirst();
    }
}
