// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class RpkiSnapshotTest {
    private static final Bytes SKI = Bytes.wrap(new byte[20]);

    @Test
    void severalKeysUnderOneAsAndSki() {
        RouterKey one = new RouterKey(64496, SKI, Bytes.fromHex("01"));
        RouterKey two = new RouterKey(64496, SKI, Bytes.fromHex("02"));
        RouterKey otherAs = new RouterKey(64497, SKI, Bytes.fromHex("01"));
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), List.of(one, two, otherAs, one));
        assertThat(set.routerKeys(64496, SKI)).containsExactlyInAnyOrder(one, two);
        assertThat(set.routerKeys(64497, SKI)).containsExactly(otherAs);
        assertThat(set.routerKeys(64498, SKI)).isEmpty();
        assertThat(set.allRouterKeys()).hasSize(3);
        RpkiChange change = set.apply(new Serial(2), List.of(), List.of(one));
        assertThat(change.after().routerKeys(64496, SKI)).containsExactly(two);
        assertThat(change.withdrawn()).containsExactly(one);
    }

    @Test
    void anAspaThatChangesItsProvidersIsWithdrawnAndAnnounced() {
        Aspa before = new Aspa(65000, List.of(1L));
        Aspa after = new Aspa(65000, List.of(1L, 2L));
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), List.of(before));
        RpkiChange change = set.apply(new Serial(2), List.of(after), List.of());
        assertThat(change.announced()).containsExactly(after);
        assertThat(change.withdrawn()).containsExactly(before);
        assertThat(change.after().aspa(65000)).contains(after);
    }

    @Test
    void severalAspasOfACustomerBecomeOne() {
        RpkiSnapshot set = RpkiSnapshot.of(
                1, new Serial(1), List.of(new Aspa(65000, List.of(3L, 1L)), new Aspa(65000, List.of(2L, 1L))));
        assertThat(set.allAspas()).containsExactly(new Aspa(65000, List.of(1L, 2L, 3L)));
    }

    @Test
    void ineffectiveObjectsAreNotInTheChange() {
        Vrp there = new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1);
        Vrp not = new Vrp(Prefix.parse("10.0.0.0/8"), 9, 1);
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), List.of(there));
        RpkiChange change = set.apply(new Serial(2), List.of(there), List.of(not, there));
        assertThat(change.announced()).isEmpty();
        assertThat(change.withdrawn()).isEmpty();
        assertThat(change.after().allVrps()).containsExactly(there);
    }

    @Property
    void coveringFindsTheSameVrpsAsAScan(
            @ForAll("objects") List<RpkiObject> objects,
            @ForAll("objects") List<RpkiObject> more,
            @ForAll("prefixes") Prefix prefix) {
        RpkiSet set = RpkiSnapshot.of(1, new Serial(1), objects)
                .apply(new Serial(2), more, objects.subList(0, objects.size() / 2))
                .after();
        List<Vrp> scanned =
                set.allVrps().stream().filter(v -> v.prefix().covers(prefix)).toList();
        assertThat(set.covering(prefix)).containsExactlyInAnyOrderElementsOf(scanned);
    }

    @Property
    void applyAndChangeAreInverse(
            @ForAll("objects") List<RpkiObject> objects,
            @ForAll("objects") List<RpkiObject> announced,
            @ForAll("objects") List<RpkiObject> withdrawn) {
        RpkiSnapshot before = RpkiSnapshot.of(1, new Serial(1), objects);
        RpkiChange change = before.apply(new Serial(2), announced, withdrawn);
        Set<RpkiObject> expected = new HashSet<>(RpkiSnapshot.all(before));
        expected.removeAll(change.withdrawn());
        expected.addAll(change.announced());
        assertThat(RpkiSnapshot.all(change.after())).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(Collections.disjoint(change.announced(), change.withdrawn())).isTrue();
        RpkiChange again = RpkiSnapshot.change(before, change.after());
        assertThat(again.announced()).containsExactlyInAnyOrderElementsOf(change.announced());
        assertThat(again.withdrawn()).containsExactlyInAnyOrderElementsOf(change.withdrawn());
    }

    @Property
    void historyLeadsFromEverySerialToTheCurrentSet(@ForAll("steps") List<List<RpkiObject>> steps) {
        RpkiSnapshot set = RpkiSnapshot.empty(7, new Serial(-2)); // wraps round in the second step
        VersionedRpkiSet versions = VersionedRpkiSet.startingWith(set, 4);
        List<RpkiSnapshot> past = new ArrayList<>(List.of(set));
        for (List<RpkiObject> step : steps) {
            List<RpkiObject> half = step.subList(0, step.size() / 2);
            RpkiChange change = set.apply(set.serial().next(), step.subList(step.size() / 2, step.size()), half);
            set = (RpkiSnapshot) change.after();
            versions = versions.next(change);
            past.add(set);
        }
        for (RpkiSnapshot old : past) {
            var delta = versions.since(old.serial());
            if (delta.isEmpty()) {
                assertThat(past.size() - past.indexOf(old)).isGreaterThan(5);
                continue;
            }
            RpkiSet caughtUp = old.apply(
                            delta.get().to(),
                            delta.get().announced(),
                            delta.get().withdrawn())
                    .after();
            assertThat(set.sameData(caughtUp)).isTrue();
            assertThat(caughtUp.serial()).isEqualTo(set.serial());
            RpkiChange minimal = RpkiSnapshot.change(old, set);
            assertThat(delta.get().announced()).containsExactlyInAnyOrderElementsOf(minimal.announced());
            assertThat(delta.get().withdrawn()).containsExactlyInAnyOrderElementsOf(minimal.withdrawn());
        }
        assertThat(versions.since(set.serial().next())).isEmpty();
    }

    @Test
    void anotherSessionHasItsOwnHistory() {
        RpkiSnapshot set = RpkiSnapshot.empty(7, new Serial(5));
        RpkiSnapshot other = RpkiSnapshot.empty(8, new Serial(6));
        VersionedRpkiSet versions = VersionedRpkiSet.startingWith(set, 4).next(RpkiSnapshot.change(set, other));
        assertThat(versions.since(new Serial(5))).isEmpty();
        assertThat(versions.since(new Serial(6))).isPresent();
    }

    @Test
    void serialsWrapRound() {
        assertThat(new Serial(0).isAfter(new Serial(-1))).isTrue();
        assertThat(new Serial(-1).isAfter(new Serial(0))).isFalse();
        assertThat(new Serial(-1)).hasToString("4294967295");
    }

    @Provide
    Arbitrary<Prefix> prefixes() {
        Arbitrary<Prefix> v4 = Combinators.combine(
                        Arbitraries.integers().between(0, 15),
                        Arbitraries.integers().between(0, 32))
                .as((bits, length) -> Prefix.ipv4(bits << 28 | bits << 5, length));
        Arbitrary<Prefix> v6 = Combinators.combine(
                        Arbitraries.longs().between(0, 7),
                        Arbitraries.integers().between(0, 128))
                .as((bits, length) -> Prefix.ipv6(bits << 61, bits << 3, length));
        return Arbitraries.oneOf(v4, v6);
    }

    @Provide
    Arbitrary<List<RpkiObject>> objects() {
        Arbitrary<RpkiObject> vrps = Combinators.combine(
                        prefixes(), Arbitraries.longs().between(1, 2))
                .as((p, as) -> new Vrp(p, p.length(), as));
        Arbitrary<RpkiObject> keys = Combinators.combine(
                        Arbitraries.longs().between(1, 3), Arbitraries.bytes().between((byte) 0, (byte) 2))
                .as((as, b) -> new RouterKey(as, SKI, Bytes.wrap(new byte[] {b})));
        Arbitrary<RpkiObject> aspas = Combinators.combine(
                        Arbitraries.longs().between(1, 3),
                        Arbitraries.longs().between(1, 3).list().ofMaxSize(2))
                .as(Aspa::new);
        return Arbitraries.oneOf(vrps, vrps, keys, aspas).list().ofMaxSize(30);
    }

    @Provide
    Arbitrary<List<List<RpkiObject>>> steps() {
        return objects().list().ofMaxSize(8);
    }
}
