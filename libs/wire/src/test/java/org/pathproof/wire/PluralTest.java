// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PluralTest {
    @Test
    void onlyACountOfOneIsSingular() {
        assertThat(Plural.of(0, "record")).isEqualTo("0 records");
        assertThat(Plural.of(1, "record")).isEqualTo("1 record");
        assertThat(Plural.of(1L << 40, "record")).isEqualTo("1099511627776 records");
        assertThat(Plural.of(1, "record is", "records are")).isEqualTo("1 record is");
        assertThat(Plural.of(2, "record is", "records are")).isEqualTo("2 records are");
    }
}
