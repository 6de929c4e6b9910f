// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.network.strategy.Strategies.ABOVE_ALL;
import static org.pathproof.network.strategy.Strategies.ALL_BEST_BORDERS;

import org.junit.jupiter.api.Test;
import org.pathproof.network.check.Check.Result;
import org.pathproof.network.model.OverrideStrategy;

/**
 * Tests that the model shows what FRR 8.4 and GoBGP 3.10 did in trials with the overrides of release 0.1, and what the
 * chosen strategy does in the same networks.
 */
class LoopCasesTest {
    private static final String FRR_AND_FED_GOBGP = """
        router 1 frr
        router 2 gobgp fed
        peering 1 2
        upstream 1 at 1
        upstream 2 at 2
        0 announce 1 length=2
        200 announce 2 length=2
        200 announce 2 length=2 tampered
        """;
    private static final String TWO_FED_GOBGPS = """
        router 1 gobgp fed
        router 2 gobgp fed
        %s 1 2
        upstream 1 at 1
        upstream 2 at 1
        upstream 3 at 2
        upstream 4 at 2
        0 announce 2 length=3
        0 announce 4 length=3
        200 announce 1 length=2 tampered
        0 announce 3 length=2 tampered
        """;
    private static final String NEXT_HOP_SELF = """
        router 1 frr %s fed
        router 2 unmonitored
        peering 1 2
        no-upstreams-in-igp
        upstream 1 at 1
        upstream 2 at 1
        0 announce 2 length=3
        200 announce 1 length=2 tampered
        """;
    private static final String FRR_AND_SECOND_BORDER = """
        router 1 frr fed
        router 2 gobgp %s
        clients 1 2
        upstream 1 at 1
        upstream 2 at 2
        0 announce 2 length=3
        200 announce 1 length=2 tampered
        """;
    private static final String BETTER_PATH_AT_SECOND_BORDER = """
        router 1 fed
        router 2 %s
        peering 1 2
        upstream 1 at 1
        upstream 2 at 1
        upstream 3 at 2
        0 announce 2 length=3
        0 announce 1 length=2 tampered
        200 announce 3 length=2
        """;
    private static final String LOCAL_PREF_BY_POLICY = """
        router 1 %s fed
        upstream 1 at 1
        upstream 2 at 1 lp=200
        0 announce 1 length=2
        200 announce 2 length=3 tampered
        """;

    private static Result run(OverrideStrategy strategy, String network) {
        return new Check(NetworkText.parse(network)).of(strategy);
    }

    private static void succeeds(String network) {
        Result result = run(ALL_BEST_BORDERS, network);
        assertThat(result.violations()).isEmpty();
        assertThat(result.possible()).isPositive();
        assertThat(result.protectedRouters()).isEqualTo(result.possible());
    }

    private static void refuses(String network) {
        Result result = run(ALL_BEST_BORDERS, network);
        assertThat(result.violations()).isEmpty();
        assertThat(result.protectedRouters()).isZero();
    }

    @Test
    void fedGoBgpBesideFrrOscillates() {
        assertThat(run(ABOVE_ALL, FRR_AND_FED_GOBGP).violations()).containsOnlyKeys(Property.CONVERGES);
        refuses(FRR_AND_FED_GOBGP);
        succeeds(FRR_AND_FED_GOBGP.replace("router 1 frr", "router 1 frr fed"));
    }

    @Test
    void twoFedGoBgpsKeepGhosts() {
        String mesh = TWO_FED_GOBGPS.formatted("peering");
        assertThat(run(ABOVE_ALL, mesh).violations()).containsKey(Property.NO_GHOSTS);
        assertThat(run(ABOVE_ALL, mesh + "200 withdraw 1\n0 withdraw 2\n0 withdraw 3\n0 withdraw 4\n")
                        .violations())
                .containsKey(Property.NO_GHOSTS);
        refuses(mesh);
        String clients = TWO_FED_GOBGPS.formatted("clients");
        assertThat(run(ABOVE_ALL, clients).violations()).isEmpty();
        succeeds(clients);
    }

    @Test
    void nextHopSelfWithoutForceLosesInnerRouters() {
        assertThat(run(ABOVE_ALL, NEXT_HOP_SELF.formatted("next-hop-self")).violations())
                .containsOnlyKeys(Property.KEEPS_REACHABILITY);
        refuses(NEXT_HOP_SELF.formatted("next-hop-self"));
        succeeds(NEXT_HOP_SELF.formatted("next-hop-self-force"));
    }

    @Test
    void frrDiscardsOverridesOfItsReflectedPaths() {
        Result result = run(ABOVE_ALL, FRR_AND_SECOND_BORDER.formatted(""));
        assertThat(result.violations()).isEmpty();
        assertThat(result.protectedRouters()).isZero();
        assertThat(result.possible()).isOne();
        succeeds(FRR_AND_SECOND_BORDER.formatted("fed"));
    }

    @Test
    void overrideBeatsABetterPathAtTheSecondBorder() {
        assertThat(run(ABOVE_ALL, BETTER_PATH_AT_SECOND_BORDER.formatted("")).violations())
                .containsOnlyKeys(Property.KEEPS_PREFERENCE);
        refuses(BETTER_PATH_AT_SECOND_BORDER.formatted(""));
        succeeds(BETTER_PATH_AT_SECOND_BORDER.formatted("fed"));
    }

    @Test
    void frrHidesTheLocalPreferenceOfItsImportPolicy() {
        Result result = run(ABOVE_ALL, LOCAL_PREF_BY_POLICY.formatted("frr"));
        assertThat(result.protectedRouters()).isZero();
        assertThat(result.possible()).isOne();
        refuses(LOCAL_PREF_BY_POLICY.formatted("frr"));
        succeeds(LOCAL_PREF_BY_POLICY.formatted(""));
    }
}
