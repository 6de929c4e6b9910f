// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Tests that sets of VRPs in columns equal hash sets of objects, and take less memory. */
class RpkiSetBuilderTest {
    private static final int MANY = 2_000_000;

    private static Vrp random(Random random) {
        int number = random.nextInt(40);
        boolean six = random.nextBoolean();
        Prefix prefix = six
                ? Prefix.ipv6(0x2001_0db8_0000_0000L | number, number == 7 ? 1L << 62 : 0, number == 7 ? 66 : 64)
                : Prefix.ipv4(number << 20, 12 + number % 3);
        return new Vrp(prefix, prefix.length() + random.nextInt(3), random.nextInt(2) == 0 ? 1 : 0xffff_ffffL);
    }

    @Property(tries = 300)
    void addsAndRemovesLikeAHashSet(@ForAll long seed) {
        Random random = new Random(seed);
        RpkiSetBuilder builder = new RpkiSetBuilder();
        Set<RpkiObject> expected = new HashSet<>();
        for (int i = 0; i < 600; i++) {
            Vrp vrp = random(random);
            if (random.nextInt(3) > 0) {
                assertThat(builder.addNew(vrp)).isEqualTo(expected.add(vrp));
            } else {
                assertThat(builder.remove(vrp)).isEqualTo(expected.remove(vrp));
            }
            assertThat(builder.contains(vrp)).isEqualTo(expected.contains(vrp));
            assertThat(builder.vrps()).isEqualTo(expected.size());
        }
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), builder);
        assertThat(RpkiSnapshot.all(set)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(set.allVrps()).isSortedAccordingTo((a, b) -> a.prefix().compareTo(b.prefix()));
    }

    @Property(tries = 300)
    void filteringKeepsAcceptedObjectsAndSharesTheRest(@ForAll long seed) {
        Random random = new Random(seed);
        List<Vrp> vrps = random.ints(200, 0, 2).mapToObj(i -> random(random)).toList();
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), vrps);
        Set<Vrp> wanted = new HashSet<>(vrps.subList(0, 150));
        RpkiSnapshot filtered = set.filtered(wanted::contains, List.of());
        assertThat(new HashSet<>(filtered.allVrps())).isEqualTo(wanted);
        assertThat(set.filtered(object -> true, List.of()).allVrps()).isSameAs(set.allVrps());
        Vrp more = new Vrp(Prefix.parse("203.0.113.0/24"), 24, 5);
        assertThat(set.filtered(object -> true, List.of(more)).allVrps())
                .contains(more)
                .hasSize(set.allVrps().size() + 1);
    }

    /** As objects, 2,000,000 VRPs take some 130 MB, and the process of the standalone program has several sets. */
    @Test
    void twoMillionVrpsTakeLittleMemory() {
        long before = used();
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), vrps(0));
        long after = used();
        assertThat(set.allVrps()).hasSize(MANY);
        assertThat((after - before) / 1_000_000).as("MB").isLessThan(60);
        RpkiSnapshot next = RpkiSnapshot.of(1, new Serial(2), vrps(1));
        RpkiChange change = RpkiSnapshot.change(set, next);
        assertThat(change.announced()).hasSize(1);
        assertThat(change.withdrawn()).hasSize(1);
        assertThat(set.covering(Prefix.parse("0.0.1.0/24")))
                .containsExactly(new Vrp(Prefix.parse("0.0.1.0/24"), 24, 1));
    }

    private static List<Vrp> vrps(int from) {
        return new AbstractList<>() {
            @Override
            public Vrp get(int index) {
                return new Vrp(Prefix.ipv4((from + index) << 8, 24), 24, from + index);
            }

            @Override
            public int size() {
                return MANY;
            }
        };
    }

    private static long used() {
        TreeSet<Long> readings = new TreeSet<>();
        for (int i = 0; i < 4; i++) {
            System.gc();
            readings.add(
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return readings.getFirst();
    }
}
