// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.benchmark.kit.Machine;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final Machine MACHINE =
            new Machine("CPU", 2, null, "Linux", "JVM", "4.2.1", "0.20 0 0", Instant.EPOCH);
    private static final Samples SAMPLES = new Samples(10, 1.25, 2.5, 3.5);
    private static final Outcome.Request REQUEST = new Outcome.Request(SAMPLES, 900);

    @TempDir
    Path folder;

    private static Outcome outcome(int sessions, int prefixes, double ready) {
        return new Outcome(
                MACHINE,
                "real",
                new Sizes(sessions, prefixes, 4L << 30, 20, 1000, 3, 100, 10),
                new Outcome.Table(9_000, 500_000, 1_000, 1_000 + 20L * sessions * prefixes, 5_000, 2_000, 6_000),
                new Outcome.Starts(4, 9, 1_000_000.4, 1_100_000, 900, 1.5, 0.2504, ready, 3, 8, 4),
                new Outcome.BusyStart(ready + 1, 5_000, 0.05, (long) sessions * prefixes),
                new Outcome.Requests(REQUEST, REQUEST, REQUEST, REQUEST, 12, REQUEST, REQUEST),
                new Outcome.Changes(1000, 400_000.6, 500_000, 2.5),
                new Outcome.Events(SAMPLES, SAMPLES, SAMPLES, 3356, 100, 0.5, 0.75, 1, 0.6, 0.8, 200, 3, 1.5, 700),
                new Outcome.Pauses(SAMPLES, Samples.of(List.of()), SAMPLES));
    }

    @Test
    void theJsonOfAQuickRunHasTheMainFigures() {
        String json = JsonMapper.shared().writeValueAsString(new Report(List.of(outcome(20, 50_000, 5))).quickJson());
        assertThat(json)
                .isEqualTo("{\"rows\":1000000,\"sessions\":20,\"bytes_per_row\":20.0,\"load_rows_per_s\":1000000,"
                        + "\"changes_per_s\":400001,\"prefix_p99_us\":2.5,\"rare_state_ms\":1.25,"
                        + "\"session_end_ms\":1.25,\"snapshot_load_s\":0.25,\"ready_s\":5.0,\"pause_p99_ms\":2.5}");
    }

    @Test
    void thePageHasAColumnForEachSize() {
        assertThat(new Report(List.of(outcome(50, 400_000, 5), outcome(50, 1_000_000, 9)))
                        .page()
                        .text())
                .contains("| figure | 20M rows | 50M rows |")
                .contains("| **start with a snapshot, until ready, s** | 5.0 | 9.0 |")
                .contains("| **the same while routes change, s** | 6.0 | 10.0 |")
                .contains("| **heap a row, without that of an empty process, bytes** | 20.0 | 20.0 |")
                .contains("| garbage collector's pauses, live, ms: p50 / p99 / worst | none | none |");
    }

    @Test
    void aRunReplacesTheResultOfItsSize() throws IOException {
        ResultFile.read(folder)
                .with(outcome(50, 1_000_000, 9))
                .with(outcome(50, 400_000, 5))
                .write(folder);
        ResultFile.read(folder).with(outcome(50, 1_000_000, 7)).write(folder);
        assertThat(ResultFile.read(folder).runs()).containsExactly(outcome(50, 400_000, 5), outcome(50, 1_000_000, 7));
    }
}
