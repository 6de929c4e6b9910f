// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class SourceUnionTest {
    private static RpkiObject object(Random random) {
        int number = random.nextInt(5);
        return switch (random.nextInt(3)) {
            case 0 -> key(number);
            case 1 -> new Vrp(Prefix.parse("192.0.2." + 32 * number + "/27"), 27, 64496);
            default -> new Aspa(64496 + number, List.of(65000L + random.nextInt(3)));
        };
    }

    private static RouterKey key(int number) {
        return new RouterKey(64496 + number, Bytes.wrap(new byte[20]), Bytes.fromHex("01"));
    }

    private static List<RpkiObject> objects(Random random, int max) {
        List<RpkiObject> objects = new ArrayList<>();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            objects.add(object(random));
        }
        return objects;
    }

    @Property(tries = 500)
    void changesGiveTheSameUnionAsTheWholeData(@ForAll long seed) {
        Random random = new Random(seed);
        SourceUnion followed = new SourceUnion();
        List<RpkiSnapshot> parts = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            parts.add(RpkiSnapshot.of(1, new Serial(1), objects(random, 8)));
        }
        for (int step = 2; step < 12; step++) {
            RpkiSnapshot result = followed.of(parts);
            List<RpkiObject> all = new ArrayList<>();
            parts.forEach(part -> all.addAll(RpkiSnapshot.all(part)));
            assertThat(result.sameData(RpkiSnapshot.of(0, new Serial(0), all)))
                    .as("step %d", step)
                    .isTrue();
            assertThat(followed.of(parts)).isSameAs(result);
            int changed = random.nextInt(parts.size());
            parts.set(
                    changed,
                    random.nextInt(4) == 0
                            ? RpkiSnapshot.of(1, new Serial(step), objects(random, 8))
                            : (RpkiSnapshot) parts.get(changed)
                                    .apply(new Serial(step), objects(random, 3), objects(random, 3))
                                    .after());
            if (random.nextInt(6) == 0) {
                parts.add(RpkiSnapshot.of(1, new Serial(step), objects(random, 8)));
            } else if (parts.size() > 1 && random.nextInt(6) == 0) {
                parts.removeLast();
            }
        }
    }

    @Test
    void keysAreAddedWithoutACopyOfTheVrps() {
        RpkiSnapshot large =
                RpkiSnapshot.of(1, new Serial(1), List.of(key(1), new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496)));
        RpkiSnapshot keys = RpkiSnapshot.of(1, new Serial(1), List.of(key(1), key(2)));
        RpkiSnapshot union = new SourceUnion().of(List.of(large, keys));
        assertThat(union.allVrps()).isSameAs(large.allVrps());
        assertThat(union.allRouterKeys()).containsExactly(key(1), key(2));
    }
}
