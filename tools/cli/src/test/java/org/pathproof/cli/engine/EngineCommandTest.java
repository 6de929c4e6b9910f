// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.Run;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import tools.jackson.databind.JsonNode;

class EngineCommandTest {
    @Test
    void namesTheEngineAndTheStateOfTheOthers() {
        Run run = Run.of("engine");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        String engine = SignatureEngines.select(EngineSettings.fromSystem()).name();
        assertThat(run.out().lines())
                .anyMatch(line -> line.equals("engine: " + engine)
                        || line.equals("engine: " + engine + " (selected by pathproof.p256.engine)"))
                .anyMatch(line -> line.matches("  " + engine + " +in use"))
                .anyMatch(line -> line.startsWith("  bouncy-castle "))
                .anyMatch(line -> line.matches("  pathproof.p256.table-memory +1g"))
                .noneMatch(line -> line.contains("not needed"));
    }

    @Test
    void printsJson() {
        List<JsonNode> objects = Run.of("engine", "--json").objects();
        assertThat(objects).hasSize(1);
        JsonNode report = objects.getFirst();
        assertThat(report.get("engine").asString())
                .isEqualTo(SignatureEngines.select(EngineSettings.fromSystem()).name());
        assertThat(report.get("engines").valueStream().map(e -> e.get("name").asString()))
                .contains("ifma", "avx2", "scalar", "bouncy-castle");
        assertThat(report.get("engines").valueStream().map(e -> e.get("state").asString()))
                .contains("usable")
                .doesNotContain("not_needed");
        assertThat(report.get("native_compiler").asString(""))
                .isEqualTo(SignatureEngines.nativeCompiler().orElse(""))
                .matches("((gcc|clang) [0-9]+\\..*)?");
        assertThat(report.get("settings").get("table_memory").asLong()).isEqualTo(1L << 30);
        assertThat(report.get("settings").get("engine").asString(null))
                .isEqualTo(System.getenv("PATHPROOF_P256_ENGINE"));
    }

    @Test
    void readsTheFeaturesOfTheProcessor() {
        Processor x86 = Processor.of(
                List.of("processor : 0", "model name\t: A Processor", "flags\t\t: fpu bmi2 avx512f"), "amd64");
        assertThat(x86.name()).isEqualTo("A Processor");
        assertThat(x86.features())
                .containsEntry("bmi2", true)
                .containsEntry("avx512f", true)
                .containsEntry("avx512ifma", false);
        assertThat(Processor.of(List.of("Features : fp asimd sha2"), "aarch64").features())
                .containsOnlyKeys("sha2")
                .containsEntry("sha2", true);
        assertThat(Processor.of(List.of(), "amd64").features()).isEmpty();
    }
}
