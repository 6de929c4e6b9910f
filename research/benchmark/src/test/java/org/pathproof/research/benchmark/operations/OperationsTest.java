// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.research.benchmark.operations.OperationTables.OpenSslRate;
import org.pathproof.research.benchmark.operations.RawOperations.Curve;
import org.pathproof.research.benchmark.operations.RawOperations.Operation;

/** Tests the figures of single operations, cores and session resets. */
final class OperationsTest {
    private static final String PIPELINE = """
            {"machine":{"processor":"a processor","processors":2,"load":"1.00 2.00 3.00 1/94 17","when":"2026-11-23T00:00:00Z"},
             "outcomes":[
              {"scenario":"e","workload":"routes","figures":[
                {"name":"first table, all signatures new","value":1.5},{"name":"routes of length 2","value":21586}]},
              {"scenario":"lengths","workload":"paths","figures":[
                {"name":"1 hops, 500 paths: row beyond its key","value":44},
                {"name":"1 hops, 1000 paths: row beyond its key","value":43},
                {"name":"2 hops, 500 paths: row beyond its key","value":46}]}]}
            """;

    @TempDir
    Path folder;

    /** Each operation runs once, and fails by itself if a signature does not verify. */
    @Test
    void eachOperationHasARateOfBothCurves() {
        List<RawOperations.Rate> rates = RawOperations.measure(operation -> {
            operation.accept(3);
            return 1e6;
        });
        assertThat(rates)
                .contains(
                        new RawOperations.Rate(Curve.P256, Operation.VERIFY_MESSAGE, RawOperations.ONE, 1_000),
                        new RawOperations.Rate(
                                Curve.P256, Operation.SIGN_HASH, RawOperations.BATCHED, 1_000.0 * RawOperations.BATCH),
                        new RawOperations.Rate(Curve.P384, Operation.SIGN_MESSAGE, RawOperations.JDK, 1_000))
                .hasSize(16);
    }

    @Test
    void theWorkOfAllThreadsIsCounted() {
        List<Cores> cores = Cores.measure(
                () -> () -> {
                    Thread.onSpinWait();
                    return 10;
                },
                Duration.ofMillis(20));
        assertThat(cores)
                .hasSize(Runtime.getRuntime().availableProcessors())
                .allSatisfy(point -> assertThat(point.perSecond()).isPositive());
    }

    @Test
    void resultsOfThePipelineAreRead() throws IOException {
        Files.writeString(folder.resolve(PipelineResults.FILE), PIPELINE);
        PipelineResults results = PipelineResults.read(folder);
        assertThat(results.rows()).isEqualTo(Map.of(1, 43.0, 2, 46.0));
        assertThat(results.figure("e", "routes of length 2")).hasValue(21_586);
        assertThat(results.figure("e", "other")).isEmpty();
        OperationTables tables = new OperationTables(
                List.of(new RawOperations.Rate(Curve.P256, Operation.SIGN_HASH, RawOperations.JDK, 2_000)),
                Map.of("p-256", new OpenSslRate(30_000, 10_000)),
                List.of(new Cores(1, 100), new Cores(2, 150)),
                results);
        assertThat(tables.parts().get("operations"))
                .contains("| p-256: sign, with the hash given | 46,192 | 2,000 | – | – | 30,000 |");
        assertThat(tables.parts().get("cores")).contains("| 2 | 150 | 1.50 |");
        assertThat(tables.parts().get("resets")).contains("a processor", "| session to A | 3.11 | 1.50 | – |");
        assertThat(tables.parts().get("histograms")).contains("| 2 | 21,586 | 1.7515 | 16,028 | 1.3005 |");
    }

    /** The totals on the slides differ from the sums by rounding. */
    @Test
    void thePublishedTotalsAreThoseOfTheLengths() {
        assertThat(OperationTables.sessions()).allSatisfy(session -> {
            assertThat(session.secondsByLength()).hasSameSizeAs(session.routes());
            assertThat(session.secondsByLength().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
                    .isCloseTo(session.seconds(), within(0.01));
        });
    }

    /** A result that has the routes of a published session ran with exactly these. */
    @Test
    void theCommittedResultsHaveThePublishedRoutes() throws IOException {
        PipelineResults results = PipelineResults.read(Path.of("../comparisons/results"));
        assertThat(OperationTables.sessions())
                .allSatisfy(session -> assertThat(results.workloads().get(session.scenario()))
                        .startsWith("%,d routes of one session"
                                .formatted(session.routes().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum())));
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Files.writeString(folder.resolve(PipelineResults.FILE), "[");
        assertThatThrownBy(() -> PipelineResults.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(PipelineResults.FILE);
    }
}
