// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class ObjectRefusalsTest {
    /** Bytes of a SubjectPublicKeyInfo before its point. Any point is suitable, because key-sync does not check it. */
    private static final String BEFORE_POINT = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";

    private static RouterKey key(int number, boolean hasOwnSki) {
        Bytes spki = Bytes.fromHex(BEFORE_POINT + "%02x".formatted(number).repeat(64));
        Bytes ski = SubjectKeyIdentifier.of(spki).orElseThrow();
        return new RouterKey(64496 + number, hasOwnSki ? ski : Bytes.wrap(new byte[20]), spki);
    }

    private static RpkiObject object(Random random) {
        int number = random.nextInt(6);
        return switch (random.nextInt(3)) {
            case 0 -> key(number, random.nextInt(3) > 0);
            case 1 -> new Vrp(Prefix.parse("192.0.2." + 32 * number + "/27"), 27, 64496 + random.nextInt(3));
            default -> new Aspa(64496 + number, providers(random));
        };
    }

    private static List<Long> providers(Random random) {
        long provider = 65000L + random.nextInt(3);
        return switch (random.nextInt(4)) {
            case 0 -> List.of();
            case 1 -> List.of(0L, provider);
            default -> List.of(provider);
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
        ObjectRefusals followed = new ObjectRefusals("cache:323");
        RpkiSnapshot data = RpkiSnapshot.of(7, new Serial(1), objects(random, 12));
        for (int step = 2; step < 12; step++) {
            RpkiSnapshot result = followed.accepted(data);
            ObjectRefusals fresh = new ObjectRefusals("cache:323");
            assertThat(result.sameData(fresh.accepted(data)))
                    .as("after step %d", step)
                    .isTrue();
            assertThat(followed.count()).isEqualTo(fresh.count());
            assertThat(followed.accepted(data)).isSameAs(result);
            data = random.nextInt(4) == 0
                    ? RpkiSnapshot.of(8, new Serial(step), objects(random, 12))
                    : (RpkiSnapshot) data.apply(new Serial(step), objects(random, 3), objects(random, 3))
                            .after();
        }
    }

    @Test
    void refusesAKeyWithAWrongSkiUntilItIsWithdrawn() {
        ObjectRefusals refusals = new ObjectRefusals("cache:323");
        RpkiSnapshot data = RpkiSnapshot.of(1, new Serial(1), List.of(key(1, true), key(2, false)));
        assertThat(refusals.accepted(data).allRouterKeys()).containsExactly(key(1, true));
        assertThat(refusals.count()).isOne();
        RpkiSnapshot after = (RpkiSnapshot) data.apply(new Serial(2), List.of(key(3, true)), List.of(key(2, false)))
                .after();
        assertThat(refusals.accepted(after).allRouterKeys()).containsExactly(key(1, true), key(3, true));
        assertThat(refusals.count()).isZero();
    }

    @Test
    void refusesAMalformedAspaUntilItIsReplaced() {
        ObjectRefusals refusals = new ObjectRefusals("cache:323");
        Aspa good = new Aspa(64496, List.of(64497L));
        Aspa withAs0 = new Aspa(64496, List.of(0L, 64497L));
        RpkiSnapshot data = RpkiSnapshot.of(1, new Serial(1), List.of(good, new Aspa(64498, List.of())));
        assertThat(refusals.accepted(data).allAspas()).containsExactly(good);
        assertThat(refusals.listed())
                .singleElement()
                .asString()
                .isEqualTo("ASPA of AS64498 refused: it has no providers (draft-ietf-sidrops-8210bis section 5.12)");
        RpkiSnapshot worse = (RpkiSnapshot)
                data.apply(new Serial(2), List.of(withAs0), List.of()).after();
        assertThat(refusals.accepted(worse).allAspas()).isEmpty();
        assertThat(refusals.count()).isEqualTo(2);
        assertThat(refusals.routerKeys()).isZero();
        RpkiSnapshot better = (RpkiSnapshot)
                worse.apply(new Serial(3), List.of(good), List.of()).after();
        assertThat(refusals.accepted(better).allAspas()).containsExactly(good);
        assertThat(refusals.count()).isOne();
    }

    @Test
    void refusesAKeyWithADamagedCurve() {
        Bytes spki = Bytes.fromHex("3059301306072a8648ce3d02010c08c32848ce3d03010703420004" + "11".repeat(64));
        RouterKey damaged = new RouterKey(64999, SubjectKeyIdentifier.of(spki).orElseThrow(), spki);
        ObjectRefusals refusals = new ObjectRefusals("cache:323");
        RpkiSnapshot data = RpkiSnapshot.of(1, new Serial(1), List.of(key(1, true), damaged));
        assertThat(refusals.accepted(data).allRouterKeys()).containsExactly(key(1, true));
        assertThat(refusals.listed())
                .singleElement()
                .asString()
                .isEqualTo("router key of AS64999 with SKI "
                        + damaged.ski().toHex()
                        + " refused: it does not name its curve by an object identifier (RFC 5480 section 2.1.1)");
    }

    @Test
    void countsAllRefusedKeysAndNamesTheFirstTwenty() {
        ObjectRefusals refusals = new ObjectRefusals("cache:323");
        List<RpkiObject> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            keys.add(key(i, false));
        }
        refusals.accepted(RpkiSnapshot.of(1, new Serial(1), keys));
        assertThat(refusals.count()).isEqualTo(100);
        assertThat(refusals.listed())
                .hasSize(20)
                .allMatch(refusal -> refusal.reason().contains("has the SKI 0000"));
    }

    @Test
    void dataWithoutMalformedKeysAreTheSameObject() {
        ObjectRefusals refusals = new ObjectRefusals("cache:323");
        RpkiSnapshot data = RpkiSnapshot.of(1, new Serial(1), List.of(key(1, true)));
        assertThat(refusals.accepted(data)).isSameAs(data);
        RpkiSnapshot after = (RpkiSnapshot)
                data.apply(new Serial(2), List.of(key(3, true)), List.of()).after();
        assertThat(refusals.accepted(after)).isSameAs(after);
    }
}
