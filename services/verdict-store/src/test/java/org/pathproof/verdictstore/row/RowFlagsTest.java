// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class RowFlagsTest {
    private static final long UNIONS = (1L << RowFlags.STATE_BITS + RowFlags.MAX_RULES) - 1;
    private static final long STATES = (1L << RowFlags.STATE_BITS) - 1;

    @Property
    void foldedFlagsIncludeTheUnfoldedOnes(@ForAll long random) {
        long union = random & UNIONS;
        long back = RowFlags.unfolded(RowFlags.folded(union));
        assertThat(back & union).isEqualTo(union);
        assertThat(back & STATES).isEqualTo(union & STATES);
        assertThat(RowFlags.folded(back)).isEqualTo(RowFlags.folded(union));
    }

    @Property
    void aRuleIsOneOfThree(@ForAll int random) {
        int rule = random & RowFlags.MAX_RULES - 1;
        long back = RowFlags.unfolded(RowFlags.folded(1L << RowFlags.STATE_BITS + rule));
        assertThat(Long.bitCount(back)).isBetween(10, 11);
    }
}
