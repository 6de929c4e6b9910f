// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.p256.EngineSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings of the engine are system properties in the end: each test leaves none behind. */
final class EnginePropertiesTest {
    @AfterEach
    void forget() {
        List.of("engine", "table-memory", "uses-before-table", "check-one-in")
                .forEach(name -> System.clearProperty("pathproof.p256." + name));
    }

    @Test
    void defaultsAreThoseOfTheEngines() {
        EngineSettings usual = EngineSettings.ofProcess();
        assertThat(bound(Map.of()).apply()).isEqualTo(usual);
    }

    @Test
    void whatAFileSaysCounts() {
        EngineSettings settings = bound(Map.of(
                        "pathproof.p256.engine", "scalar",
                        "pathproof.p256.table-memory", "64m",
                        "pathproof.p256.check-one-in", "7"))
                .apply();
        // The environment goes before: the tests may run with an engine forced.
        String engine =
                Optional.ofNullable(System.getenv("PATHPROOF_P256_ENGINE")).orElse("scalar");
        assertThat(settings).isEqualTo(new EngineSettings(Optional.of(engine), 64L << 20, 1, 7));
    }

    @Test
    void aSystemPropertyGoesBefore() {
        System.setProperty("pathproof.p256.engine", "bouncy-castle");
        assertThat(bound(Map.of("pathproof.p256.engine", "scalar")).apply().engine())
                .contains("bouncy-castle");
    }

    @Test
    void aWrongSettingIsNamed() {
        EngineProperties properties = bound(Map.of("pathproof.p256.table-memory", "much"));
        assertThatIllegalArgumentException()
                .isThrownBy(properties::apply)
                .withMessageContaining("pathproof.p256.table-memory");
    }

    private static EngineProperties bound(Map<String, String> file) {
        return new Binder(new MapConfigurationPropertySource(file))
                .bindOrCreate(EngineProperties.PREFIX, EngineProperties.class);
    }
}
