// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineSettingsTest {
    private static final String MEMORY = "pathproof.p256.table-memory";

    @AfterEach
    void clear() {
        System.clearProperty(MEMORY);
        System.clearProperty("pathproof.p256.engine");
        System.clearProperty("pathproof.p256.check-one-in");
    }

    @Test
    void standards() {
        assertThat(EngineSettings.ofProcess()).isEqualTo(new EngineSettings(Optional.empty(), 1L << 30, 1, 10_000));
    }

    @Test
    void propertiesAreRead() {
        System.setProperty("pathproof.p256.engine", " scalar ");
        System.setProperty("pathproof.p256.check-one-in", "0");
        System.setProperty(MEMORY, "64m");
        assertThat(EngineSettings.ofProcess()).isEqualTo(new EngineSettings(Optional.of("scalar"), 64L << 20, 1, 0));
    }

    @ParameterizedTest
    @CsvSource({"2097152,2097152", "2048k,2097152", "3M,3145728", "2g,2147483648"})
    void sizesHaveUnits(String text, long octets) {
        System.setProperty(MEMORY, text);
        assertThat(EngineSettings.ofProcess().tableMemory()).isEqualTo(octets);
    }

    @ParameterizedTest
    @CsvSource({"much", "12q", "-1", "1k", "m", "99999g", "9223372036854775807g"})
    void badSizesAreNamed(String text) {
        System.setProperty(MEMORY, text);
        assertThatThrownBy(EngineSettings::ofProcess)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(MEMORY);
    }

    @Test
    void badNumbersAreNamed() {
        System.setProperty("pathproof.p256.check-one-in", "-5");
        assertThatThrownBy(EngineSettings::ofProcess)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pathproof.p256.check-one-in");
    }
}
