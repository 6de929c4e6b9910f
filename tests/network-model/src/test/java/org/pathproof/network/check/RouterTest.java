// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.network.model.Outcome;
import org.pathproof.network.model.Outcome.Delivery;
import org.pathproof.network.model.Route;
import org.pathproof.network.model.Simulation;

/** Tests what routers send to each other: RFC 4271, RFC 4456, RFC 5065, RFC 7911, next hops and restarts. */
class RouterTest {
    private static Outcome run(String network) {
        Outcome outcome = Simulation.withoutFeeds(NetworkText.parse(network));
        assertThat(outcome.isQuiet()).isTrue();
        return outcome;
    }

    private static Route route(Outcome outcome, int router) {
        return requireNonNull(outcome.best(router - 1)).route();
    }

    private static @Nullable Integer upstream(Outcome outcome, int router) {
        return outcome.best(router - 1) == null
                ? null
                : route(outcome, router).source().upstream() + 1;
    }

    @Test
    void sendsExternalPathsButNoInternalOnesToInternalNeighbors() {
        Outcome chain = run("""
            router 1
            router 2
            router 3
            peering 1 2
            peering 2 3
            upstream 1 at 1
            0 announce 1
            """);
        assertThat(upstream(chain, 2)).isEqualTo(1);
        assertThat(upstream(chain, 3)).isNull();
        assertThat(chain.delivery(2)).isEqualTo(Delivery.LOST);
    }

    @Test
    void reflectsPathsOfClientsToAllAndOthersToClients() {
        String network = """
            router 1
            router 2 id=7
            router 3
            router 4
            %s
            upstream 1 at 1
            0 announce 1
            """;
        Outcome client = run(network.formatted("client 2 1\npeering 2 3\nclient 2 4"));
        assertThat(upstream(client, 3)).isEqualTo(1);
        assertThat(upstream(client, 4)).isEqualTo(1);
        assertThat(route(client, 3).originatorId()).isEqualTo(1);
        assertThat(route(client, 3).clusterList()).containsExactly(7);
        Outcome other = run(network.formatted("peering 2 1\npeering 2 3\nclient 2 4"));
        assertThat(upstream(other, 3)).isNull();
        assertThat(upstream(other, 4)).isEqualTo(1);
    }

    /** RFC 4456 section 8: a router discards its own ORIGINATOR_ID, and a path with its own CLUSTER_ID. */
    @Test
    void discardsOwnOriginatorAndOwnCluster() {
        Outcome shared = run("""
            router 1
            router 2 cluster=9
            router 3 cluster=9
            client 2 1
            peering 2 3
            upstream 1 at 1
            0 announce 1
            """);
        assertThat(upstream(shared, 2)).isEqualTo(1);
        assertThat(upstream(shared, 3)).isNull();
        Outcome back = run("""
            router 1
            router 2
            clients 1 2
            upstream 1 at 1
            0 announce 1
            100 withdraw 1
            """);
        assertThat(upstream(back, 1)).isNull();
        assertThat(upstream(back, 2)).isNull();
    }

    @Test
    void passesPathsThroughMemberAsesOnceOnly() {
        Outcome ring = run("""
            router 1 member=1
            router 2 member=2
            router 3 member=3
            router 4 member=1
            peering 1 2
            peering 2 3
            peering 3 4
            upstream 1 at 1
            0 announce 1
            """);
        assertThat(route(ring, 3).memberAses()).containsExactly(2, 1);
        assertThat(upstream(ring, 4)).as("AS_CONFED_SEQUENCE has its member AS").isNull();
    }

    @Test
    void replacesNextHops() {
        String network = """
            router 1 %s
            router 2
            router 3
            peering 1 2
            client 1 3
            no-upstreams-in-igp
            upstream 1 at %d
            0 announce 1
            """;
        assertThat(upstream(run(network.formatted("", 1)), 2))
                .as("next hop not resolved")
                .isNull();
        assertThat(route(run(network.formatted("next-hop-self", 1)), 2).nextHop())
                .isZero();
        assertThat(upstream(run(network.formatted("next-hop-self", 3)), 2))
                .as("reflected paths keep their next hop")
                .isNull();
        assertThat(upstream(run(network.formatted("next-hop-self-force", 3)), 1))
                .as("the reflector itself does not resolve the next hop")
                .isNull();
    }

    @Test
    void sendsAllPathsWithAddPath() {
        String network = """
            router 1
            router 2
            router 3
            client 1 2 %1$s
            client 1 3 %1$s
            link 1 2 1
            link 2 3 1
            link 1 3 5
            upstream 1 at 1
            upstream 2 at 2
            0 announce 1
            0 announce 2
            """;
        assertThat(upstream(run(network.formatted("")), 3))
                .as("the reflector sends its own choice")
                .isEqualTo(1);
        assertThat(upstream(run(network.formatted("add-path")), 3))
                .as("the nearer one")
                .isEqualTo(2);
    }

    @Test
    void followsWithdrawalsSessionsNextHopsAndRestarts() {
        String network = """
            router 1
            router 2
            peering 1 2
            upstream 1 at 1
            upstream 2 at 2
            0 announce 1
            0 announce 2 length=2
            100 %s
            """;
        List.of("withdraw 1", "upstream-down 1", "next-hop-lost 1", "peering-down 1")
                .forEach(event -> assertThat(upstream(run(network.formatted(event)), 2))
                        .as(event)
                        .isEqualTo(2));
        assertThat(upstream(run(network.formatted("restart 1")), 2)).isEqualTo(1);
        assertThat(upstream(run(network.formatted("upstream-down 1\n100 upstream-up 1")), 2))
                .isEqualTo(1);
        assertThat(upstream(run(network.formatted("next-hop-lost 1\n100 next-hop-back 1")), 2))
                .isEqualTo(1);
    }

    @Test
    void findsLoopsOfPackets() {
        Outcome outcome = run("""
            router 1
            router 2 next-hop-self-force
            router 3
            peering 1 2
            client 2 3
            link 2 1 1
            link 1 3 1
            upstream 1 at 3
            0 announce 1
            """);
        assertThat(outcome.delivery(0)).isEqualTo(Delivery.LOOP);
        assertThat(outcome.delivery(2)).isEqualTo(Delivery.DELIVERED);
    }

    /** MED oscillates between two clusters (RFC 3345 section 2.1), without any feed. */
    @Test
    void findsNetworksThatOscillateByThemselves() {
        Outcome outcome = Simulation.withoutFeeds(NetworkText.parse("""
            router 1
            router 2
            router 3
            router 4
            router 5
            client 1 3
            client 1 4
            client 2 5
            peering 1 2
            link 1 3 5
            link 1 4 4
            link 1 2 1
            link 2 5 12
            upstream 1 at 3 as=65001
            upstream 2 at 4 as=65002
            upstream 3 at 5 as=65002
            0 announce 1 length=2
            0 announce 2 length=2 med=1
            0 announce 3 length=2 med=0
            """));
        assertThat(outcome.isQuiet()).isFalse();
    }
}
