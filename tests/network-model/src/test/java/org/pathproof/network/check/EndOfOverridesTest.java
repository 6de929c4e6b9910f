// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.Outcome;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.Simulation;
import org.pathproof.network.strategy.Strategies;

/**
 * Tests that no router is without a path for a moment when overrides end or get a lower LOCAL_PREF, in networks in
 * which this event changes nothing without feeds.
 */
class EndOfOverridesTest {
    private static final int RUNS = 300;
    /** Two border routers and an inner one. Both borders have a short path and a long one. */
    private static final String MESH = """
        router 1 frr fed
        router 2 frr fed
        router 3 unmonitored
        peering 1 2
        peering 1 3
        peering 2 3
        upstream 1 at 1
        upstream 2 at 1
        upstream 3 at 2
        upstream 4 at 2
        0 announce 1 length=2
        0 announce 3 length=2
        200 announce 2 length=3
        0 announce 4 length=3
        200 announce 1 length=2 tampered
        0 announce 3 length=2 tampered
        200 announce 1 length=2
        0 announce 3 length=2
        """;

    /** One of two threats ends, and the overrides need only a lower LOCAL_PREF. */
    private static final String LOWER = """
        router 1 fed
        router 2 fed
        router 3 unmonitored
        router 4 fed
        peering 1 2
        peering 1 3
        peering 2 3
        peering 1 4
        peering 2 4
        peering 3 4
        upstream 1 at 1
        upstream 2 at 2
        upstream 3 at 4
        upstream 4 at 4 lp=200
        0 announce 1 length=2
        0 announce 2 length=2
        200 announce 3 length=2 tampered
        200 announce 4 length=2 tampered
        400 withdraw 4
        """;

    private static NetworkPlan run(String network, int seed) {
        return NetworkText.parse(network).withSeed(seed);
    }

    /** Returns the number of runs with other delays in which a router lost its path for a moment. */
    private static int lossy(String network, OverrideStrategy strategy) {
        int lossy = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Outcome outcome = Simulation.withFeeds(run(network, seed), strategy);
            assertThat(outcome.isQuiet()).isTrue();
            assertThat(outcome.ghosts()).isEmpty();
            lossy += outcome.lateLosses() > 0 ? 1 : 0;
        }
        return lossy;
    }

    @ParameterizedTest
    @ValueSource(strings = {MESH, LOWER})
    void oneOverrideAfterTheOthersLosesNoPath(String network) {
        for (int seed = 0; seed < RUNS; seed++) {
            assertThat(Simulation.withoutFeeds(run(network, seed)).lateLosses()).isZero();
        }
        assertThat(lossy(network, Strategies.ALL_BEST_BORDERS)).isZero();
    }

    /** RFC 8326 does not help: the old override of the other router still has the higher LOCAL_PREF. */
    @ParameterizedTest
    @ValueSource(strings = {MESH, LOWER})
    void allOverridesAtOnceLosePathsAlsoIfTheyAreLoweredBefore(String network) {
        assertThat(lossy(network, Strategies.ALL_BEST_BORDERS_AT_ONCE)).isGreaterThan(RUNS / 10);
        assertThat(lossy(network, Strategies.ALL_BEST_BORDERS_LOWERED)).isGreaterThan(RUNS / 10);
    }

    /** The need of both overrides ends at the same time, and the last one ends too, within a bounded time. */
    @Test
    void allOverridesEnd() {
        for (int seed = 0; seed < RUNS; seed++) {
            assertThat(new Check(run(MESH, seed)).of(Strategies.ALL_BEST_BORDERS).violations())
                    .isEmpty();
        }
    }
}
