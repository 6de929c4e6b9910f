// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcLogTest {
    @TempDir
    Path folder;

    @Test
    void readsPausesWithoutPhasesAndOrderedCollections() throws IOException {
        Path file = Files.writeString(folder.resolve("gc.log"), """
                [0.011s][info][gc] Using G1
                [1.107s][info][gc,start    ] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
                [1.121s][info][gc,phases   ] GC(0)   Evacuate Collection Set: 12.9ms
                [1.121s][info][gc,heap     ] GC(0) Eden regions: 13->0(12)
                [1.121s][info][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 104M->11M(2184M) 14.310ms
                [1.121s][info][gc,cpu      ] GC(0) User=0.02s Sys=0.00s Real=0.01s
                [2.300s][info][gc          ] GC(1) Concurrent Mark Cycle 13.119ms
                [2.400s][info][gc          ] GC(1) Pause Remark 60M->58M(2184M) 2.087ms
                [3.912s][info][gc          ] GC(2) Pause Full (Diagnostic Command) 96M->40M(512M) 88.211ms
                """);
        assertThat(new GcLog(file).pauses()).containsExactly(14.31, 2.087);
    }
}
