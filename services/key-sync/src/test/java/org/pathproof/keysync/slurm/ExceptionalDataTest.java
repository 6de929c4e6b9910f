// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class ExceptionalDataTest {
    /** Bytes of a SubjectPublicKeyInfo before its point. Any point is suitable, because key-sync does not check it. */
    private static final String BEFORE_POINT = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";

    private static RouterKey key(int number) {
        Bytes spki = Bytes.fromHex(BEFORE_POINT + "%02x".formatted(number).repeat(64));
        Bytes ski = SubjectKeyIdentifier.of(spki).orElseThrow();
        return new RouterKey(64496 + number, ski, spki);
    }

    private static RpkiObject object(Random random) {
        int number = random.nextInt(6);
        return switch (random.nextInt(3)) {
            case 0 -> key(number);
            case 1 -> new Vrp(Prefix.parse("192.0.2." + 32 * number + "/27"), 27, 64496 + random.nextInt(3));
            default -> new Aspa(64496 + number, List.of(65000L + random.nextInt(3)));
        };
    }

    private static List<RpkiObject> objects(Random random, int max) {
        List<RpkiObject> objects = new ArrayList<>();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            objects.add(object(random));
        }
        return objects;
    }

    @Property(tries = 500)
    void changesGiveTheSameResultAsTheWholeData(@ForAll long seed) {
        Random random = new Random(seed);
        Slurm slurm = new Slurm(
                List.of(new Slurm.PrefixFilter(Prefix.parse("192.0.2.64/26"), null)),
                List.of(new Slurm.BgpsecFilter(64497L, null)),
                List.of(new Slurm.AspaFilter(64498)),
                objects(random, 3).stream()
                        .filter(o -> !(o instanceof RouterKey))
                        .toList());
        ExceptionalData followed = new ExceptionalData(Map.of("slurm.json", slurm));
        RpkiSnapshot data = RpkiSnapshot.of(7, new Serial(1), objects(random, 12));
        for (int step = 2; step < 12; step++) {
            RpkiSnapshot result = followed.of(data);
            ExceptionalData fresh = new ExceptionalData(Map.of("slurm.json", slurm));
            assertThat(result.sameData(fresh.of(data)))
                    .as("after step %d", step)
                    .isTrue();
            assertThat(followed.of(data)).isSameAs(result);
            assertThat(followed.effects()).as("effect after step %d", step).isEqualTo(fresh.effects());
            data = random.nextInt(4) == 0
                    ? RpkiSnapshot.of(8, new Serial(step), objects(random, 12))
                    : (RpkiSnapshot) data.apply(new Serial(step), objects(random, 3), objects(random, 3))
                            .after();
        }
    }
}
