// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.origin.DerivedOrigins;
import org.pathproof.feeds.origin.OriginPair;
import org.pathproof.feeds.origin.SeenRoute;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests that marks follow the table, the sessions, the genuine VRPs and the staleness of data. */
final class DerivedOriginFeedTest {
    private static final Vrp VRP = vrp("198.51.0.0/16", 24, 64500);
    private static final Vrp MARK = vrp("198.51.0.0/16", 24, 0);
    private static final RouteKey ROUTE = key("198.51.100.0/24", 1);
    private static final RouteKey OTHER = key("198.51.101.0/24", 1);

    private final DerivedBench bench = new DerivedBench("", 100);

    private static Vrp vrp(String prefix, int maxLength, long asn) {
        return new Vrp(Prefix.parse(prefix), maxLength, asn);
    }

    private void addMarkedPair() {
        bench.rpki.replace(List.of(VRP));
        bench.put(1, session(1, 1, 1));
        bench.put(2, session(2, 2, 2));
        bench.put(ROUTE, notValid(1, 65001, 64500));
        bench.put(OTHER, valid(65001, 64500));
    }

    @Test
    void replacesTheVrpWhileEveryPathIsNotValid() {
        addMarkedPair();
        assertThat(bench.vrps()).containsExactlyInAnyOrder(MARK, vrp("198.51.101.0/24", 24, 64500));
        long serial = bench.serial();

        RouteKey second = key("198.51.100.0/24", 2);
        bench.put(second, valid(65002, 64500));
        assertThat(bench.vrps()).containsExactly(VRP);
        assertThat(bench.serial()).isEqualTo(serial + 1);
        bench.put(second, unsigned(65002, 64500));
        assertThat(bench.vrps()).containsExactly(VRP);
        bench.withdraw(second);
        assertThat(bench.vrps()).contains(MARK);
        bench.put(ROUTE, valid(65001, 64500));
        assertThat(bench.vrps()).containsExactly(VRP);
    }

    @Test
    void unrelatedChangesKeepTheSerial() {
        addMarkedPair();
        bench.vrps();
        long serial = bench.serial();
        Timer latency = bench.meters
                .get(FeedMetricNames.FEED_LATENCY)
                .tag(MetricLabels.FEED, "rtr")
                .timer();
        assertThat(latency.count()).isEqualTo(1);
        assertThat(latency.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(DerivedBench.LATENCY_MS);
        bench.put(key("203.0.113.0/24", 1), valid(65001, 64501));
        bench.put(2, session(2, 2, 2).setRouterName("renamed"));
        bench.vrps();
        assertThat(bench.serial()).isEqualTo(serial);
        bench.rpki.replace(List.of());
        bench.vrps();
        assertThat(latency.count()).as("not caused by a verdict").isEqualTo(1);
    }

    @Test
    void aRouteBelowAReplacedVrpGetsAnExactVrp() {
        addMarkedPair();
        bench.vrps();
        RouteKey third = key("198.51.102.0/24", 2);
        bench.put(third, unsigned(65002, 64500));
        assertThat(bench.vrps()).contains(vrp("198.51.102.0/24", 24, 64500));
        bench.withdraw(third);
        assertThat(bench.vrps()).doesNotContain(vrp("198.51.102.0/24", 24, 64500));
    }

    @Test
    void followsTheGenuineVrps() {
        addMarkedPair();
        bench.rpki.replace(List.of());
        assertThat(bench.vrps()).isEmpty();
        assertThat(bench.feed.status().differences().notExpressible())
                .containsExactly(new OriginPair(ROUTE.prefix(), 64500));
        Vrp exact = vrp("198.51.100.0/24", 24, 64500);
        bench.rpki.replace(List.of(exact));
        assertThat(bench.vrps()).containsExactly(vrp("198.51.100.0/24", 24, 0));
    }

    @Test
    void sessionsThatEndOrAreNotOfPeersDoNotCount() {
        addMarkedPair();
        bench.put(key("198.51.100.0/24", 2), valid(65002, 64500));
        assertThat(bench.vrps()).containsExactly(VRP);
        bench.put(2, session(2, 2, 2).setFeed(true));
        assertThat(bench.vrps()).contains(MARK);
        bench.put(2, session(2, 2, 2).setPeerType(1));
        assertThat(bench.vrps()).contains(MARK);
        bench.put(2, session(2, 2, 2).setView(RibView.LOC_RIB));
        assertThat(bench.vrps()).contains(MARK);
        bench.put(2, session(2, 2, 2));
        assertThat(bench.vrps()).containsExactly(VRP);
        bench.put(2, session(2, 2, 2).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        assertThat(bench.vrps()).contains(MARK);
    }

    @Test
    void thePrePolicyViewDecidesIfTheRouterSendsIt() {
        addMarkedPair();
        bench.put(3, session(3, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
        bench.put(key("198.51.100.0/24", 3), unsigned(65001, 64500));
        assertThat(bench.vrps()).contains(MARK);
        bench.put(1, session(1, 1, 1).setRoutesSeen(false));
        assertThat(bench.vrps()).as("post-policy view").containsExactly(VRP);
    }

    @Test
    void oneRouterDecidesIfTheSettingsNameIt() {
        DerivedBench one = new DerivedBench("r1", 100);
        one.rpki.replace(List.of(VRP));
        one.put(1, session(1, 1, 1));
        one.put(2, session(2, 2, 2));
        one.put(ROUTE, notValid(1, 65001, 64500));
        one.put(key("198.51.100.0/24", 2), valid(65002, 64500));
        assertThat(one.vrps()).contains(MARK);
    }

    @Test
    void marksEndAtOnceWhenDataAreStale() {
        addMarkedPair();
        assertThat(bench.vrps()).contains(MARK);
        bench.reasons.add(Suspension.STALE_KEYS);
        assertThat(bench.vrps()).containsExactly(VRP);
        assertThat(health(bench).ok()).isFalse();
        assertThat(health(bench).message()).contains("stale-keys");
        bench.reasons.clear();
        assertThat(bench.vrps()).contains(MARK);
        assertThat(health(bench).ok()).isTrue();
    }

    @Test
    void marksEndWhileTheTableIsReadAgainAndAfterAnError() {
        addMarkedPair();
        assertThat(bench.vrps()).contains(MARK);
        bench.failure = new IllegalStateException("test");
        assertThat(bench.vrps()).containsExactly(VRP);
        bench.failure = null;
        assertThat(bench.vrps()).contains(MARK);
        bench.feed.onRestart();
        bench.table.clear(1);
        assertThat(bench.vrps()).containsExactly(VRP);
    }

    @Test
    void aLostRouterCausesNoMarksAfterTheHoldTime() {
        addMarkedPair();
        assertThat(bench.vrps()).contains(MARK);
        bench.connected.clear();
        assertThat(bench.vrps()).contains(MARK);
        bench.now = bench.now.plus(DerivedBench.HOLD);
        assertThat(bench.vrps()).containsExactly(VRP);
        bench.connectAll();
        assertThat(bench.vrps()).contains(MARK);
    }

    @Test
    void tooManyDifferencesLeaveTheGenuineVrps() {
        DerivedBench small = new DerivedBench("", 2);
        small.rpki.replace(List.of(VRP));
        small.put(1, session(1, 1, 1));
        small.put(ROUTE, notValid(1, 65001, 64500));
        assertThat(small.vrps()).containsExactly(MARK);
        small.put(OTHER, valid(65001, 64500));
        assertThat(small.vrps()).containsExactly(VRP);
        assertThat(health(small).ok()).isFalse();
        assertThat(health(small).message()).contains("max-differences");
        small.withdraw(OTHER);
        assertThat(small.vrps()).containsExactly(MARK);
        for (int i = 0; i < 3; i++) {
            small.put(key("203.0." + i + ".0/24", 1), notValid(1, 65001, 64501));
        }
        assertThat(small.vrps()).containsExactly(VRP);
    }

    private static PartHealth health(DerivedBench bench) {
        return new DerivedOriginHealth(bench.feed).health().orElseThrow();
    }

    /** A change of one route of a small table. State 0 withdraws the route, 1 is VALID, 2 and 3 are NOT_VALID. */
    record Step(int prefix, int session, int origin, int state) {}

    /** Compares the incremental feed with the rules on the whole table, after each step. */
    @Property(tries = 200)
    void equalsTheRulesOnTheWholeTable(@ForAll("steps") List<Step> steps, @ForAll("vrpSets") List<Vrp> genuine) {
        DerivedBench any = new DerivedBench("", 1000);
        any.rpki.replace(genuine);
        any.put(1, session(1, 1, 1));
        any.put(2, session(2, 2, 2));
        Map<RouteKey, SeenRoute> routes = new HashMap<>();
        for (Step step : steps) {
            RouteKey key = key(PREFIXES.get(step.prefix()), step.session());
            Integer[] path = {65000 + step.session(), 64500 + step.origin()};
            PathState state = null;
            switch (step.state()) {
                case 0 -> any.withdraw(key);
                case 1 -> {
                    any.put(key, valid(path));
                    state = PathState.VALID;
                }
                default -> {
                    any.put(key, notValid(1, path));
                    state = PathState.NOT_VALID;
                }
            }
            routes.remove(key);
            if (state != null) {
                routes.put(key, new SeenRoute(new OriginPair(key.prefix(), 64500 + step.origin()), state));
            }
            Set<Vrp> expected = new HashSet<>(genuine);
            DerivedOrigins derived =
                    DerivedOrigins.of(routes.values(), any.rpki.current().orElseThrow()::covering);
            expected.removeAll(derived.removed());
            expected.addAll(derived.added());
            assertThat(new HashSet<>(any.vrps())).isEqualTo(expected);
        }
    }

    private static final List<String> PREFIXES =
            List.of("10.0.0.0/8", "10.0.0.0/16", "10.1.0.0/16", "10.1.2.0/24", "192.0.2.0/24");

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, PREFIXES.size() - 1),
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.integers().between(0, 3))
                .as(Step::new)
                .list()
                .ofMaxSize(12);
    }

    @Provide
    Arbitrary<List<Vrp>> vrpSets() {
        return Combinators.combine(
                        Arbitraries.of(PREFIXES), Arbitraries.of(0, 8, 16), Arbitraries.of(0L, 64500L, 64501L))
                .as((prefix, more, asn) -> {
                    Prefix parsed = Prefix.parse(prefix);
                    return new Vrp(parsed, Math.min(32, parsed.length() + more), asn);
                })
                .list()
                .uniqueElements()
                .ofMaxSize(4);
    }
}
