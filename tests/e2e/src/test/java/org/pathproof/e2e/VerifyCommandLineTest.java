// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ChildProcess.Outcome;
import org.pathproof.harness.TestData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the command {@code ./pathproof verify} with the examples of RFC 8208 and RFC 8608. */
class VerifyCommandLineTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    @Test
    void theExamplesOfTheRfcsAreValidAndATamperedOneIsNot() throws IOException {
        JsonNode vectors = JSON.readTree(TestData.text("vectors/rfc8208_rfc8608_vectors.json"));
        Path keys = folder.resolve("keys.json");
        Files.writeString(keys, vectors.path("rfc8608").path("keys").toString());
        StringBuilder batch = new StringBuilder();
        for (String rfc : List.of("rfc8208", "rfc8608")) {
            for (JsonNode example : vectors.path(rfc).path("updates")) {
                String update = example.path("update_hex_type33").asString();
                batch.append(line(example.path("name").asString(), update));
            }
        }
        Path file = folder.resolve("updates.ndjson");
        Files.writeString(file, batch);
        Outcome valid = verify(keys, file);
        assertThat(valid.exitCode()).as(valid.output()).isZero();
        assertThat(valid.output().lines().map(JSON::readTree))
                .hasSize(4)
                .allSatisfy(l -> assertThat(l.path("state").asString()).isEqualTo("VALID"));

        String update = vectors.path("rfc8608")
                .path("updates")
                .get(0)
                .path("update_hex_type33")
                .asString();
        String tampered = update.substring(0, update.length() - 1) + (update.endsWith("0") ? "1" : "0");
        Files.writeString(file, line("tampered", tampered));
        Outcome notValid = verify(keys, file);
        assertThat(notValid.exitCode()).as(notValid.output()).isEqualTo(1);
        JsonNode verdict = JSON.readTree(notValid.output());
        assertThat(verdict.path("state").asString()).isEqualTo("NOT_VALID");
        assertThat(verdict.path("findings").get(0).path("rule").asString()).isEqualTo("signature-mismatch");
        assertThat(verdict.path("findings").get(0).path("hop").asInt()).isEqualTo(1);
        assertThat(verdict.path("findings").get(0).path("message").asString()).contains("AS 64496 → AS 65536");
    }

    /** Checks that PATHPROOF_TEST_ENGINE selects the engine of the command line. */
    @Test
    void theEnvironmentSelectsTheEngine() {
        Outcome engine = ChildProcess.run(Duration.ofMinutes(10), RunningPathproof.command("engine", "--json"));
        assertThat(engine.exitCode()).as(engine.output()).isZero();
        String used = JSON.readTree(engine.output()).path("engine").asString();
        String forced = System.getenv("PATHPROOF_TEST_ENGINE");
        assertThat(used)
                .isEqualTo(forced == null || forced.isEmpty() ? used : forced)
                .isNotEmpty();
    }

    private static String line(String id, String update) {
        return JSON.createObjectNode().put("id", id).put("update", update) + "\n";
    }

    private static Outcome verify(Path keys, Path batch) {
        List<String> command = RunningPathproof.command(
                "verify",
                "--keys",
                keys.toString(),
                "--target-as",
                "65537",
                "--peer-as",
                "65536",
                "--batch",
                batch.toString());
        return ChildProcess.run(Duration.ofMinutes(10), command);
    }
}
