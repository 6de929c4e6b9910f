// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

final class SourceChurnTest {
    private static final RpkiObject KEY = new RouterKey(64496, Bytes.wrap(new byte[20]), Bytes.fromHex("01"));
    private static final RpkiObject VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496);
    private static final RpkiObject OTHER_VRP = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
    private static final RpkiObject ASPA = new Aspa(64496, List.of(64500L));

    private final SourceChurn churn = new SourceChurn();

    @Test
    void theFirstDataAreNoChange() {
        assertThat(churn.observe(set(KEY, VRP, ASPA))).isNull();

        assertThat(churn.announced(SourceChurn.Type.VRP)).isZero();
        assertThat(churn.announced(SourceChurn.Type.ROUTER_KEY)).isZero();
    }

    @Test
    void countsEachChangeByType() {
        churn.observe(set(KEY, VRP));
        churn.observe(set(VRP, OTHER_VRP, ASPA));
        churn.observe(set(VRP, ASPA));

        assertThat(churn.withdrawn(SourceChurn.Type.ROUTER_KEY)).isEqualTo(1);
        assertThat(churn.announced(SourceChurn.Type.VRP)).isEqualTo(1);
        assertThat(churn.withdrawn(SourceChurn.Type.VRP)).isEqualTo(1);
        assertThat(churn.announced(SourceChurn.Type.ASPA)).isEqualTo(1);
    }

    @Test
    void equalDataAreNoChange() {
        churn.observe(set(VRP));
        churn.observe(set(VRP));

        assertThat(churn.announced(SourceChurn.Type.VRP)).isZero();
        assertThat(churn.withdrawn(SourceChurn.Type.VRP)).isZero();
    }

    private static RpkiSnapshot set(RpkiObject... objects) {
        return RpkiSnapshot.of(1, new Serial(1), List.of(objects));
    }
}
