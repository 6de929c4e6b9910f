// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
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
    void usesDefaultsWithoutSettings() {
        assertThat(EngineSettings.of(Map.of(), Map.of()))
                .isEqualTo(new EngineSettings(Optional.empty(), 1L << 30, 1, 10_000));
    }

    @Test
    void systemPropertiesOverrideTheEnvironment() {
        Map<String, String> environment =
                Map.of("PATHPROOF_P256_ENGINE", "java", "PATHPROOF_P256_CHECK_ONE_IN", "5", "PATH", "/bin");
        assertThat(EngineSettings.of(environment, Map.of()))
                .isEqualTo(new EngineSettings(Optional.of("java"), 1L << 30, 1, 5));
        System.setProperty("pathproof.p256.engine", "scalar");
        assertThat(EngineSettings.of(environment, Map.of()).engine()).contains("scalar");
    }

    /** {@code PATHPROOF_TEST_ENGINE=java ./pathproof test} selects an engine for all tests. */
    @Test
    void selectsTheEngineThatTheTestRunForces() {
        String forced = System.getenv("PATHPROOF_TEST_ENGINE");
        Assumptions.assumeTrue(forced != null && !forced.isEmpty(), "no engine is forced");
        assertThat(SignatureEngines.select(EngineSettings.fromSystem()).name()).isEqualTo(forced);
    }

    @Test
    void readsSystemProperties() {
        System.setProperty("pathproof.p256.engine", " scalar ");
        System.setProperty("pathproof.p256.check-one-in", "0");
        System.setProperty(MEMORY, "64m");
        assertThat(EngineSettings.fromSystem()).isEqualTo(new EngineSettings(Optional.of("scalar"), 64L << 20, 1, 0));
    }

    @Test
    void usesFallbacksForMissingSettings() {
        Map<String, String> fallbacks = Map.of("pathproof.p256.engine", "scalar", "pathproof.p256.check-one-in", "7");
        assertThat(EngineSettings.of(Map.of("PATHPROOF_P256_ENGINE", "java"), fallbacks))
                .isEqualTo(new EngineSettings(Optional.of("java"), 1L << 30, 1, 7));
    }

    @ParameterizedTest
    @CsvSource({"2097152,2097152", "2048k,2097152", "3M,3145728", "2g,2147483648"})
    void readsSizesWithUnits(String text, long bytes) {
        System.setProperty(MEMORY, text);
        assertThat(EngineSettings.fromSystem().tableMemory()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"much", "12q", "-1", "1k", "m", "99999g", "9223372036854775807g"})
    void namesASizeThatIsWrong(String text) {
        System.setProperty(MEMORY, text);
        assertThatThrownBy(EngineSettings::fromSystem)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(MEMORY);
    }

    @Test
    void namesANumberThatIsWrong() {
        System.setProperty("pathproof.p256.check-one-in", "-5");
        assertThatThrownBy(EngineSettings::fromSystem)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pathproof.p256.check-one-in");
    }
}
