// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.VrpLookup;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

class DerivedOriginsTest {
    private static final Vrp VRP = new Vrp(Prefix.parse("10.0.0.0/8"), 16, 64500);

    @Test
    void replacesTheVrpOfAPairThatIsNotValid() {
        DerivedOrigins derived = DerivedOrigins.of(
                List.of(
                        route("10.1.0.0/16", 64500, PathState.NOT_VALID),
                        route("10.2.0.0/16", 64500, PathState.VALID),
                        route("10.2.0.0/16", 64500, PathState.NOT_VALID),
                        route("10.3.0.0/24", 64500, PathState.UNSIGNED)),
                lookup(List.of(VRP)));
        assertThat(derived.notValid()).containsExactly(new OriginPair(Prefix.parse("10.1.0.0/16"), 64500));
        assertThat(derived.removed()).containsExactly(VRP);
        assertThat(derived.added())
                .containsExactly(
                        new Vrp(Prefix.parse("10.0.0.0/8"), 16, 0), new Vrp(Prefix.parse("10.2.0.0/16"), 16, 64500));
        assertThat(derived.notExpressible()).isEmpty();
    }

    @Test
    void listsPairsWithoutACoveringVrp() {
        DerivedOrigins derived = DerivedOrigins.of(
                List.of(route("11.1.0.0/16", 64500, PathState.NOT_VALID), route("10.1.0.0/16", 1, PathState.NOT_VALID)),
                lookup(List.of(VRP)));
        assertThat(derived.notExpressible()).containsExactly(new OriginPair(Prefix.parse("11.1.0.0/16"), 64500));
        assertThat(derived.removed()).as("the other pair is invalid already").isEmpty();
        assertThat(derived.added()).isEmpty();
    }

    @Test
    void doesNotDeriveFromUnverifiedOrMalformedPaths() {
        for (PathState state : List.of(PathState.UNVERIFIED, PathState.MALFORMED, PathState.UNSIGNED)) {
            DerivedOrigins derived = DerivedOrigins.of(
                    List.of(route("10.1.0.0/16", 64500, PathState.NOT_VALID), route("10.1.0.0/16", 64500, state)),
                    lookup(List.of(VRP)));
            assertThat(derived.notValid()).as(state.toString()).isEmpty();
        }
    }

    /** Checks the state of every pair of a small address space, also of pairs that were not seen. */
    @Property
    void onlyPairsThatAreNotValidTurnInvalid(@ForAll("seen") List<SeenRoute> seen, @ForAll("vrps") List<Vrp> genuine) {
        DerivedOrigins derived = DerivedOrigins.of(seen, lookup(genuine));
        List<Vrp> feed = new ArrayList<>(genuine);
        feed.removeAll(derived.removed());
        feed.addAll(derived.added());
        Set<OriginPair> seenPairs = seen.stream().map(SeenRoute::pair).collect(Collectors.toSet());
        for (Prefix prefix : space()) {
            assertThat(lookup(feed).covering(prefix).isEmpty())
                    .as("coverage of " + prefix)
                    .isEqualTo(lookup(genuine).covering(prefix).isEmpty());
            for (long origin = 1; origin <= 3; origin++) {
                OriginPair pair = new OriginPair(prefix, origin);
                OriginState before = state(pair, genuine);
                OriginState after = state(pair, feed);
                if (derived.notValid().contains(pair)) {
                    assertThat(after).isEqualTo(before == OriginState.VALID ? OriginState.INVALID : before);
                } else if (seenPairs.contains(pair) || before != OriginState.VALID) {
                    assertThat(after).as(pair.toString()).isEqualTo(before);
                }
            }
        }
        assertThat(derived.notExpressible())
                .allMatch(pair -> state(pair, genuine) == OriginState.NOT_FOUND)
                .isSubsetOf(derived.notValid());
    }

    @Provide
    Arbitrary<List<SeenRoute>> seen() {
        return Combinators.combine(
                        Arbitraries.of(space()),
                        Arbitraries.longs().between(1, 3),
                        Arbitraries.of(PathState.NOT_VALID, PathState.NOT_VALID, PathState.VALID, PathState.UNVERIFIED))
                .as((prefix, origin, state) -> new SeenRoute(new OriginPair(prefix, origin), state))
                .list()
                .ofMaxSize(10);
    }

    @Provide
    Arbitrary<List<Vrp>> vrps() {
        return Combinators.combine(
                        Arbitraries.of(space()),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.longs().between(0, 3))
                .as((prefix, more, asn) -> new Vrp(prefix, Math.min(10, prefix.length() + more), asn))
                .list()
                .uniqueElements()
                .ofMaxSize(5);
    }

    /** Returns all prefixes of 10.0.0.0/8 with up to 10 bits, and one prefix elsewhere. */
    private static List<Prefix> space() {
        List<Prefix> prefixes = new ArrayList<>();
        for (int length = 8; length <= 10; length++) {
            for (int i = 0; i < 1 << length - 8; i++) {
                prefixes.add(Prefix.ipv4(0x0a00_0000 + (i << 32 - length), length));
            }
        }
        prefixes.add(Prefix.parse("12.0.0.0/8"));
        return prefixes;
    }

    private static OriginState state(OriginPair pair, List<Vrp> vrps) {
        return OriginValidation.of(pair.prefix(), OptionalLong.of(pair.originAs()), lookup(vrps))
                .state();
    }

    private static VrpLookup lookup(List<Vrp> vrps) {
        return prefix ->
                vrps.stream().filter(vrp -> vrp.prefix().covers(prefix)).toList();
    }

    private static SeenRoute route(String prefix, long origin, PathState state) {
        return new SeenRoute(new OriginPair(Prefix.parse(prefix), origin), state);
    }
}
