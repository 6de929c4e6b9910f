// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Prefix;

/** Compares the tree with a TreeMap while the tree grows, changes and becomes empty. */
final class RouteTreeTest {
    private final RouteTree tree = new RouteTree();
    private final TreeMap<RouteKey, Route> expected = new TreeMap<>(RouteOrder::compare);
    private final VerdictParts parts = new VerdictParts();
    private final List<SessionView> sessionViews =
            List.of(new SessionView(sessionId(1)), new SessionView(sessionId(2)));

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 3000})
    void holdsTheSameRoutesAsATreeMap(int keys) {
        Random random = new Random(keys);
        List<RouteKey> names = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            names.add(key(random));
        }
        for (int i = 0; i < 4 * keys; i++) {
            RouteKey key = names.get(random.nextInt(keys));
            if (random.nextInt(4) > 0) {
                put(key, random.nextInt(50));
            } else {
                assertThat(tree.remove(key)).isSameAs(expected.remove(key));
            }
        }
        compare(random);
        for (RouteKey key : names) {
            assertThat(tree.remove(key)).isSameAs(expected.remove(key));
            if (random.nextInt(100) == 0) {
                compare(random);
            }
        }
        assertThat(tree.isEmpty()).isTrue();
        assertThat(tree.size()).isZero();
    }

    @Test
    void keepsRoutesInOrder() {
        for (int i = 0; i < 5000; i++) {
            put(new RouteKey(Prefix.ipv4(i << 8, 24), 1, sessionId(1), 0), i);
        }
        compare(new Random(1));
    }

    /** The first 64 bits of ::/64 and of 0.0.0.0/0 are equal. */
    @Test
    void addressFamiliesWithEqualBitsStayApart() {
        for (int i = 0; i < 2000; i++) {
            put(new RouteKey(Prefix.ipv6(0, i, 128), 1, sessionId(1), 0), i);
        }
        for (int i = 1; i < 8; i++) { // the first branch then takes routes without a split
            RouteKey key = new RouteKey(Prefix.ipv6(0, i, 128), 1, sessionId(1), 0);
            assertThat(tree.remove(key)).isSameAs(expected.remove(key));
        }
        put(new RouteKey(Prefix.ipv4(0, 0), 1, sessionId(1), 0), 1);
        put(new RouteKey(Prefix.ipv4(1, 32), 1, sessionId(1), 0), 1);
        compare(new Random(2));
    }

    @Test
    void aWalkSeesTheTreeAtItsStart() {
        for (int i = 0; i < 100; i++) {
            put(new RouteKey(Prefix.ipv4(i << 8, 24), 1, sessionId(1), 0), i);
        }
        List<Route> before = List.copyOf(expected.values());
        Iterator<Route> walk = tree.from(null, RouteFlags.Filter.ALL);
        before.forEach(route -> tree.remove(route.key()));
        assertThat(walk).toIterable().containsExactlyElementsOf(before);
    }

    private static RouteKey key(Random random) {
        int length = random.nextInt(8, 25);
        Prefix prefix = switch (random.nextInt(4)) {
            case 0 -> Prefix.ipv4(random.nextInt(), length);
            case 1 -> Prefix.ipv4(0x2001_0000 | random.nextInt(4), 32); // same first 64 bits as the IPv6 prefixes
            case 2 -> Prefix.ipv6(0x2001L << 48 | random.nextLong(4) << 32, 0, 64);
            default -> Prefix.ipv6(0x2001L << 48, random.nextLong(), 64 + length);
        };
        long pathId = random.nextInt(3) == 0 ? random.nextLong(1L << 32) : 0;
        return new RouteKey(prefix, random.nextInt(1, 3), sessionId(random.nextInt(1, 3)), pathId);
    }

    private void put(RouteKey key, int number) {
        Verdict.Builder verdict = switch (number % 50) {
            case 0 -> notValid(1, 65001, 64496);
            case 1 -> unsigned(65001, 64496);
            default -> valid(65001, 64496);
        };
        parts.read(verdict.build().toByteArray());
        SessionView sessionView = sessionViews.get(key.session().bytes().u8(15) - 1);
        Route route = new Route(key, sessionView.epochCounts(1), new SharedPath(parts.ofPath()), parts);
        assertThat(route.key()).isEqualTo(key);
        assertThat(tree.put(key, route)).isSameAs(expected.put(key, route));
    }

    private void compare(Random random) {
        assertThat(tree.size()).isEqualTo(expected.size());
        assertThat(tree.from(null, RouteFlags.Filter.ALL)).toIterable().containsExactlyElementsOf(expected.values());
        for (PathState state : PathState.values()) {
            RouteFlags.Filter filter = RouteFlags.Filter.of(EnumSet.of(state), Set.of(), Set.of(), Set.of());
            assertThat(tree.from(null, filter))
                    .toIterable()
                    .containsExactlyElementsOf(expected.values().stream()
                            .filter(route -> route.state() == state)
                            .toList());
        }
        for (int i = 0; i < 20; i++) {
            RouteKey key = i < 10 || expected.isEmpty() ? key(random) : expected.higherKey(near(random));
            if (key == null) {
                continue;
            }
            assertThat(tree.get(key)).isSameAs(expected.get(key));
            assertThat(tree.from(key, RouteFlags.Filter.ALL))
                    .toIterable()
                    .containsExactlyElementsOf(expected.tailMap(key, true).values());
            assertThat(tree.after(key, RouteFlags.Filter.ALL))
                    .toIterable()
                    .containsExactlyElementsOf(expected.tailMap(key, false).values());
        }
    }

    private RouteKey near(Random random) {
        Map.Entry<RouteKey, Route> before = expected.lowerEntry(key(random));
        return before == null ? expected.firstKey() : before.getKey();
    }
}
