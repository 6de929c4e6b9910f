// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.pathproof.network.check.Check.Result;
import org.pathproof.network.model.EventPlan;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.strategy.Strategies;

/** Tests the chosen strategy in random networks, and the tools of such tests. */
class RandomNetworksTest {
    /** Number of networks: 10,000 take about a minute of one processor. */
    private static final int NETWORKS = Integer.getInteger("pathproof.model.networks", 10_000);

    private static final int EVENTS = 50;

    @Test
    void chosenStrategyViolatesNoProperty() {
        int possible = 0;
        int protectedRouters = 0;
        int stable = 0;
        for (int seed = 0; seed < NETWORKS; seed++) {
            NetworkPlan plan = RandomNetworks.of(seed, EVENTS);
            Check check = new Check(plan);
            if (check.isStable()) {
                Result result = check.of(Strategies.ALL_BEST_BORDERS);
                assertThat(result.violations())
                        .as("seed %d: %n%s", seed, NetworkText.print(plan))
                        .isEmpty();
                stable++;
                possible += result.possible();
                protectedRouters += result.protectedRouters();
            }
        }
        assertThat(stable).isGreaterThan(NETWORKS * 98 / 100);
        assertThat(protectedRouters)
                .as("a strategy without overrides passes too")
                .isGreaterThan(possible * 2 / 5);
    }

    @Test
    void releasedStrategyViolatesEveryProperty() {
        Set<Property> violated = EnumSet.noneOf(Property.class);
        for (int seed = 0; seed < 500; seed++) {
            Check check = new Check(RandomNetworks.of(seed, EVENTS));
            if (check.isStable()) {
                violated.addAll(check.of(Strategies.ABOVE_ALL).violations().keySet());
            }
        }
        assertThat(violated).containsExactlyInAnyOrder(Property.values());
    }

    @net.jqwik.api.Property(tries = 200)
    void printsNetworksAsReadableText(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        NetworkPlan plan = RandomNetworks.of(seed, EVENTS);
        assertThat(NetworkText.parse(NetworkText.print(plan))).isEqualTo(plan);
    }

    @net.jqwik.api.Property(tries = 50)
    void runsAreDeterministic(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        NetworkPlan plan = RandomNetworks.of(seed, EVENTS);
        Result one = new Check(plan).of(Strategies.ABOVE_ALL);
        Result other = new Check(plan).of(Strategies.ABOVE_ALL);
        assertThat(other.outcome().messages()).isEqualTo(one.outcome().messages());
        assertThat(other.violations()).isEqualTo(one.violations());
    }

    /** Without routers that Pathproof feeds, a run with feeds is the run without them. */
    @net.jqwik.api.Property(tries = 50)
    void feedsOfNoRouterChangeNothing(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        NetworkPlan plan = RandomNetworks.of(seed, EVENTS);
        NetworkPlan unfed = new NetworkPlan(
                plan.routers().stream()
                        .map(router -> new RouterPlan(
                                router.identifier(),
                                router.clusterId(),
                                router.memberAs(),
                                router.software(),
                                router.nextHopSelf(),
                                router.missingMedIsWorst(),
                                false,
                                router.monitored()))
                        .toList(),
                plan.peerings(),
                plan.upstreams(),
                plan.links(),
                plan.upstreamsInIgp(),
                plan.events(),
                plan.seed());
        Check check = new Check(unfed);
        if (check.isStable()) {
            Result result = check.of(Strategies.ABOVE_ALL);
            assertThat(result.violations()).isEmpty();
            assertThat(result.possible()).isZero();
        }
    }

    @Test
    void shrinksCounterexamples() {
        NetworkPlan plan = RandomNetworks.of(3, EVENTS);
        NetworkPlan smallest = new Shrinker(candidate ->
                        candidate.events().stream().anyMatch(event -> event.kind() == EventPlan.Kind.RESTART))
                .shrink(plan);
        assertThat(plan.events()).hasSizeGreaterThanOrEqualTo(EVENTS);
        assertThat(smallest.events()).hasSize(1);
        assertThat(smallest.routers()).hasSize(1);
        assertThat(smallest.routers().getFirst().software()).isEqualTo(Software.STANDARD);
        assertThat(smallest.upstreams()).isEmpty();
    }
}
