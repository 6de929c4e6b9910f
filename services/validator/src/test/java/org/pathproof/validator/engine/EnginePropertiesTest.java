// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.p256.EngineSettings;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class EnginePropertiesTest {
    @AfterEach
    void clearSystemProperty() {
        System.clearProperty("pathproof.p256.engine");
    }

    @Test
    void hasTheDefaultsOfTheEngines() {
        assertThat(bound(Map.of()).toEngineSettings()).isEqualTo(EngineSettings.fromSystem());
    }

    @Test
    void readsAConfigurationFile() {
        EngineSettings settings = bound(Map.of(
                        "pathproof.p256.engine", "scalar",
                        "pathproof.p256.table-memory", "64m",
                        "pathproof.p256.check-one-in", "7"))
                .toEngineSettings();
        // The environment overrides the file: the test run may force an engine.
        String engine =
                Optional.ofNullable(System.getenv("PATHPROOF_P256_ENGINE")).orElse("scalar");
        assertThat(settings).isEqualTo(new EngineSettings(Optional.of(engine), 64L << 20, 1, 7));
    }

    @Test
    void systemPropertiesOverrideTheFile() {
        System.setProperty("pathproof.p256.engine", "bouncy-castle");
        assertThat(bound(Map.of("pathproof.p256.engine", "scalar"))
                        .toEngineSettings()
                        .engine())
                .contains("bouncy-castle");
    }

    @Test
    void setsNoSystemProperty() {
        assertThat(bound(Map.of("pathproof.p256.table-memory", "64m"))
                        .toEngineSettings()
                        .tableMemory())
                .isEqualTo(64L << 20);
        assertThat(System.getProperty("pathproof.p256.table-memory")).isNull();
    }

    @Test
    void namesASettingThatIsWrong() {
        EngineProperties properties = bound(Map.of("pathproof.p256.table-memory", "much"));
        assertThatIllegalArgumentException()
                .isThrownBy(properties::toEngineSettings)
                .withMessageContaining("pathproof.p256.table-memory");
    }

    private static EngineProperties bound(Map<String, String> file) {
        return new Binder(new MapConfigurationPropertySource(file))
                .bindOrCreate(EngineProperties.PREFIX, EngineProperties.class);
    }
}
