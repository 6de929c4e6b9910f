// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.benchmark.kit.Machine;

/**
 * Tests that a report keeps results of several runs, and compares the capacity model with results that are not its
 * inputs.
 */
class ReportTest {
    @TempDir
    Path folder;

    private static Machine at(String when) {
        return new Machine("a processor", 2, null, "Linux", "a JVM", "4.2.1", "0.50 1 1", Instant.parse(when));
    }

    /** Each stage takes 0.1 of a core, 20 µs per update, and 5 µs per update in JIT compilers. */
    private static Outcome.Builder costs(String scenario, double rate) {
        Outcome.Builder outcome = new Outcome.Builder(scenario, "Scenario " + scenario);
        for (String stage : List.of("collector", "broker", "validator", "policy-api")) {
            outcome.cpu(Map.of(stage, 25 + 1e5 / rate)).threads(stage, Map.of("CN CompilerThre", 5.0));
        }
        return outcome;
    }

    private static Outcome flatOut() {
        return costs("a", 50_000)
                .figure(Capacity.UPDATES, 50_000, "/s")
                .figure(Capacity.HEAP, 100, "B")
                .figure(Capacity.API_HEAP, 150, "B")
                .build();
    }

    private String written(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    @Test
    void aRunKeepsResultsOfOtherScenarios() throws IOException {
        new Report(at("2026-01-01T00:00:00Z"), List.of(flatOut(), costs("g", 10).build())).write(folder);
        Outcome later = new Outcome.Builder("g", "Anew").point(1, 10, 10).build();
        new Report(at("2026-01-02T00:00:00Z"), List.of(later)).write(folder);
        assertThat(written("pipeline.md"))
                .containsSubsequence(
                        "## a. Scenario a", "2026-01-01T00:00:00Z, load 0.50", "## g. Anew", "2026-01-02T00:00:00Z")
                .doesNotContain("Scenario g");
        assertThat(folder.resolve("pipeline-g.svg")).exists();
    }

    @Test
    void wrapsParagraphsAndNotesButNotTables() throws IOException {
        String words = "a note of many words ".repeat(20).strip();
        new Report(
                        at("2026-01-01T00:00:00Z"),
                        List.of(costs("g", 10)
                                .figure("a figure ".repeat(20), 1, "s")
                                .note(words)
                                .build()))
                .write(folder);
        List<String> lines = written("pipeline.md").lines().toList();
        assertThat(lines)
                .filteredOn(line -> !line.startsWith("|"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(String.join(" ", lines).replaceAll(" +", " ")).contains("- " + words);
        assertThat(lines).anyMatch(line -> line.startsWith("| a figure") && line.length() > 120);
    }

    @Test
    void comparesTheModelWithResultsThatAreNoInputs() throws IOException {
        Outcome scale = new Outcome.Builder("scale", "More")
                .figure(Capacity.updates(1), 4_000, "/s")
                .figure(Capacity.ROUTES, 1e6, "")
                .figure(Capacity.HEAP, 100, "B")
                .build();
        new Report(
                        at("2026-01-01T00:00:00Z"),
                        List.of(
                                flatOut(),
                                costs("c", 5_000).build(),
                                costs("d", 1_000)
                                        .figure(Capacity.MEAN_RATE, 1_000, "/s")
                                        .build(),
                                scale))
                .write(folder);
        assertThat(written("pipeline.md"))
                .contains("| validator | 0.09 | 22 |")
                .contains("| d: validator, CPU at 1,000 updates/s on average | 112 | 120 | µs/update |")
                .contains("| scale: 1 validator, updates, each with a fifth of a core | 9,091 | 4,000 | /s | +127 % |")
                .contains("| scale: validator: heap of 1,000,000 routes | 100 | 100 | MB | +0 % |");
    }
}
