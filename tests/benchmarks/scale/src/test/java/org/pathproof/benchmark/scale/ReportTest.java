// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
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

    private static ChainOutcome chain(int routers, double seconds) {
        Map<String, Double> cpu = Map.of("collector", 7.25, "broker", 6.0, "validator", 20.5, "policy-api", 3.0);
        long rows = (routers - 1) * 1_000L;
        return new ChainOutcome(
                MACHINE,
                "sample",
                new ChainSizes(routers, 1_000, 3),
                2L * routers,
                new ChainOutcome.Part(1_000, 2, 3_800, cpu),
                new ChainOutcome.Part(rows, seconds, 0, cpu),
                new ChainOutcome.Heap(100L * routers * 1_000, 20L * routers * 1_000),
                new ChainOutcome.KeyChange(100L * routers, 1.5, 1.25, cpu),
                SAMPLES,
                routers,
                new ChainOutcome.Leave(1_000, 40, 2.5));
    }

    @Test
    void thePageHasATableOfTheWholeChain() {
        assertThat(new ScaleResults(List.of(outcome(50, 400_000, 5)), List.of(chain(5, 4), chain(20, 8)))
                        .page()
                        .text())
                .contains("| figure | 20M rows |")
                .contains("## The whole chain\n\n")
                .contains("| figure | 5 × 1,000 | 20 × 1,000 |")
                .contains("| **the other routers at once: to the last verdict, s** | 4.0 | 8.0 |")
                .contains("| their routes a second | 1,000 | 2,375 |")
                .contains("| **CPU time for a copy, µs**: validator | 20.5 | 20.5 |")
                .contains("| heap of the validator a row, bytes | 100.0 | 100.0 |");
        assertThat(new ScaleResults(List.of(), List.of(chain(5, 4))).page().text())
                .doesNotContain("M rows")
                .contains("| figure | 5 × 1,000 |");
    }

    @Test
    void theJsonOfAChainIsAMember() {
        Map<String, Object> json = new ScaleResults(List.of(), List.of(chain(5, 4))).quickJson();
        assertThat(json).containsOnlyKeys("chain");
        assertThat(json.get("chain"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("rows", 5_000L)
                .containsEntry("copy_policy_api_us", 3.0)
                .containsEntry("leave_gone_s", 2.5);
    }

    @Test
    void theJsonOfAQuickRunHasTheMainFigures() {
        String json = JsonMapper.shared()
                .writeValueAsString(new ScaleResults(List.of(outcome(20, 50_000, 5)), List.of()).quickJson());
        assertThat(json)
                .isEqualTo("{\"rows\":1000000,\"sessions\":20,\"bytes_per_row\":20.0,\"load_rows_per_s\":1000000,"
                        + "\"changes_per_s\":400001,\"prefix_p99_us\":2.5,\"rare_state_ms\":1.25,"
                        + "\"session_end_ms\":1.25,\"snapshot_load_s\":0.25,\"ready_s\":5.0,\"pause_p99_ms\":2.5}");
    }

    @Test
    void thePageHasAColumnForEachSize() {
        assertThat(new ScaleResults(List.of(outcome(50, 400_000, 5), outcome(50, 1_000_000, 9)), List.of())
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
        ResultFile.read(folder).with(chain(20, 8)).with(chain(5, 4)).write(folder);
        ResultFile.read(folder).with(chain(20, 7)).write(folder);
        assertThat(ResultFile.read(folder).chains()).containsExactly(chain(5, 4), chain(20, 7));
        assertThat(ResultFile.read(folder).runs()).hasSize(2);
    }

    @Test
    void readsAFileWithoutChains() throws IOException {
        Files.writeString(folder.resolve("scale.json"), "{\"runs\": []}");
        assertThat(ResultFile.read(folder)).isEqualTo(new ResultFile(List.of(), List.of()));
    }
}
