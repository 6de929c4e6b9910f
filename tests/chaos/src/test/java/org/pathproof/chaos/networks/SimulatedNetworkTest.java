// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.PathAttribute;

/** Tests that routers of a network are protected if, and only if, they receive what the model wants. */
class SimulatedNetworkTest {
    private static final int PREFIXES = 12;
    private static final int EVENTS = 20;
    private static final int UNTIL_QUIET = 1_000;
    private static final int REPLICAS = 2;

    private static final World WORLD = new World(PREFIXES);

    private final Map<String, Map<Prefix, List<PathAttribute>>> sent = new HashMap<>();

    @AfterAll
    static void closeWorld() {
        WORLD.close();
    }

    private SimulatedNetwork network(String name, long seed) throws Exception {
        NetworkShape shape = NetworkShape.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<InetAddress> routers = IntStream.rangeClosed(
                        101, 100 + shape.plan().routers().size())
                .mapToObj(SimulatedNetwork::address)
                .toList();
        List<InetAddress> replicas = IntStream.rangeClosed(1, REPLICAS)
                .mapToObj(number -> InetAddress.ofLiteral("127.0.4." + number))
                .toList();
        return new SimulatedNetwork(
                WORLD, shape, new NetworkAddresses(routers, replicas), PREFIXES, World.FIRST_NUMBER_OF_NETWORKS, seed);
    }

    /** Sends the changes of the overrides that the model wants, of both replicas. */
    private void send(SimulatedNetwork network) {
        network.wanted().forEach((router, wanted) -> {
            Map<Prefix, List<PathAttribute>> before = sent.computeIfAbsent(router, _ -> new HashMap<>());
            Set<Prefix> prefixes = new HashSet<>(before.keySet());
            prefixes.addAll(wanted.keySet());
            for (Prefix prefix : prefixes) {
                List<PathAttribute> now = wanted.get(prefix);
                HeldRoute route = now == null ? null : new HeldRoute(now, 0, false);
                for (int replica = 1; replica <= REPLICAS; replica++) {
                    network.onChange(router, replica, prefix, null, route, now != null);
                }
            }
            before.clear();
            before.putAll(wanted);
        });
        network.advance(UNTIL_QUIET, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"net-mesh", "net-reflector", "net-mixed"})
    void overridesThatTheModelWantsAreUsed(String name) throws Exception {
        try (SimulatedNetwork network = network(name, 1)) {
            network.setDetourKey(true);
            int used = 0;
            for (int round = 0; round < EVENTS; round++) {
                network.advance(UNTIL_QUIET, EVENTS);
                network.setDetourKey(round % 2 == 0);
                network.setFirstUpstreamDown(round % 3 == 2);
                send(network);
                assertThat(network.wrong()).isEmpty();
                for (Map.Entry<String, Map<Prefix, List<PathAttribute>>> router : sent.entrySet()) {
                    assertThat(router.getValue().keySet()).allMatch(prefix -> network.uses(router.getKey(), prefix));
                    used += router.getValue().size();
                }
            }
            assertThat(used).isGreaterThan(EVENTS);
            assertThat(network.counts().messages()).isGreaterThan(EVENTS);
        }
    }

    @Test
    void missingOverridesAreSeenInTheRouters() throws Exception {
        try (SimulatedNetwork network = network("net-reflector", 2)) {
            network.advance(UNTIL_QUIET, EVENTS * EVENTS);
            assertThat(network.wrong()).anyMatch(text -> text.contains("uses a refused path"));
            send(network);
            assertThat(network.wrong()).isEmpty();
        }
    }

    @Test
    void overridesThatNoUpstreamAnnouncedAreFaults() throws Exception {
        try (SimulatedNetwork network = network("net-mesh", 3)) {
            network.advance(UNTIL_QUIET, EVENTS * EVENTS);
            network.onChange("net-mesh-1", 1, WORLD.prefix(0), null, new HeldRoute(List.of(), 0, false), true);
            assertThat(network.wrong()).anyMatch(text -> text.contains("is no path of an upstream"));
        }
    }

    @Test
    void deniedOverridesAreNotUsed() throws Exception {
        try (SimulatedNetwork network = network("net-mesh", 4)) {
            network.advance(UNTIL_QUIET, EVENTS * EVENTS);
            Prefix denied = WORLD.prefix(PREFIXES - 1);
            Map<Prefix, List<PathAttribute>> others = network.wanted().getOrDefault("net-mesh-2", Map.of());
            assertThat(others).isNotEmpty().doesNotContainKey(denied);
            List<PathAttribute> attributes = others.values().iterator().next();
            network.onChange("net-mesh-2", 1, denied, null, new HeldRoute(attributes, 0, false), true);
            network.advance(UNTIL_QUIET, 0);
            assertThat(network.isDenied(denied)).isTrue();
            assertThat(network.uses("net-mesh-2", denied)).isFalse();
        }
    }
}
