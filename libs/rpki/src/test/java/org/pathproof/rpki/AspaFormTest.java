// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.rpki.Aspa;

class AspaFormTest {
    private static final long CUSTOMER = 64496;

    private static Aspa aspa(Long... providers) {
        return new Aspa(CUSTOMER, List.of(providers));
    }

    @Test
    void as0AloneIsValid() {
        assertThat(AspaForm.defect(aspa(0L))).isEmpty();
        assertThat(AspaForm.defect(aspa(64497L, 64498L))).isEmpty();
    }

    @Test
    void namesTheDefect() {
        assertThat(AspaForm.defect(aspa()))
                .hasValueSatisfying(defect -> assertThat(defect).startsWith("has no providers"));
        assertThat(AspaForm.defect(aspa(0L, 64497L)))
                .hasValueSatisfying(defect -> assertThat(defect).startsWith("has AS 0 beside other providers"));
        assertThat(AspaForm.defect(aspa(CUSTOMER, 64497L)))
                .hasValueSatisfying(defect -> assertThat(defect).startsWith("has its customer among the providers"));
        assertThat(AspaForm.defect(new Aspa(0, List.of(64497L))))
                .hasValueSatisfying(defect -> assertThat(defect).startsWith("has the customer AS 0"));
        List<Long> many = LongStream.rangeClosed(1, RpkiBounds.PROVIDERS_PER_ASPA + 1)
                .boxed()
                .toList();
        assertThat(AspaForm.defect(new Aspa(CUSTOMER, many)))
                .hasValueSatisfying(defect -> assertThat(defect).startsWith("has 16381 providers"));
    }

    @Test
    void as0IsLeftOutOfAUnion() {
        assertThat(AspaForm.union(List.of(aspa(0L), aspa(64497L)))).isEqualTo(aspa(64497L));
        assertThat(AspaForm.union(List.of(aspa(0L), aspa(0L)))).isEqualTo(aspa(0L));
        assertThat(AspaForm.union(List.of(aspa(0L, 64498L), aspa(64497L))))
                .as("a union does not mend a malformed ASPA")
                .isEqualTo(aspa(0L, 64497L, 64498L));
    }

    @Property
    void aUnionOfValidAspasIsValid(
            @ForAll @Size(min = 1, max = 4) List<@Size(max = 3) List<@LongRange(max = 3) Long>> all) {
        List<Aspa> valid = new ArrayList<>();
        for (List<Long> providers : all) {
            Aspa aspa = new Aspa(CUSTOMER, providers);
            if (AspaForm.defect(aspa).isEmpty()) {
                valid.add(aspa);
            }
        }
        if (!valid.isEmpty()) {
            assertThat(AspaForm.defect(AspaForm.union(valid))).isEmpty();
        }
    }
}
