// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.lab.paths.SamplePaths;

/** Tests the measurement of CPU time with a small table over TLS. */
class TransportCostTest {
    @TempDir
    Path folder;

    @Test
    void aHopCostsCpuTime() throws Exception {
        Workload workload = Workload.of(
                folder.resolve("workload"),
                "small",
                () -> Workload.Recipe.of(new StreamRecipe(
                                "table",
                                1,
                                StreamRecipe.CONNECTION,
                                List.copyOf(SamplePaths.load().subList(0, 500)))
                        .unsigned()));
        double micros = TransportCost.of(
                Kind.TLS,
                workload.stream("table"),
                new Credentials(folder.resolve("certificates")),
                new TransportCost.Effort(50_000, 1, 3));
        assertThat(micros).as("microseconds per update").isBetween(0.0, 1000.0);
    }

    @Test
    void theMedianIsTheMiddleValue() {
        assertThat(TransportCost.median(new double[] {9, 1, 5})).isEqualTo(5);
    }
}
