// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpkiStoreTest {
    @ParameterizedTest
    @CsvSource({"PT2S, PT1S", "PT5S, PT2.5S", "PT15S, PT3S"})
    void aReadForChangesEndsWithinTheTimeout(Duration timeout, Duration wait) {
        assertThat(RpkiStore.waitWithin(timeout)).isEqualTo(wait);
    }
}
