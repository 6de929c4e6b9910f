// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of the results of all sizes. A run replaces the result of its size.
 *
 * @param runs results of the read side, ordered by sessions and rows
 * @param chains results of the whole chain, ordered by rows
 */
record ResultFile(List<Outcome> runs, List<ChainOutcome> chains) {
    private static final String NAME = "scale.json";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** @param chains null in a file of an earlier version */
    @JsonCreator
    ResultFile(@JsonProperty("runs") List<Outcome> runs, @JsonProperty("chains") @Nullable List<ChainOutcome> chains) {
        this.runs = List.copyOf(runs);
        this.chains = chains == null ? List.of() : List.copyOf(chains);
    }

    /** Reads the file of a folder, which need not exist. */
    static ResultFile read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        return Files.exists(file)
                ? JSON.readValue(Files.readString(file), ResultFile.class)
                : new ResultFile(List.of(), List.of());
    }

    /** Returns the results with those of a run. */
    ResultFile with(Outcome run) {
        List<Outcome> all = new ArrayList<>(runs);
        all.removeIf(other -> other.sizes().sessions() == run.sizes().sessions()
                && other.sizes().prefixes() == run.sizes().prefixes());
        all.add(run);
        all.sort(Comparator.comparingInt((Outcome o) -> o.sizes().sessions())
                .thenComparingLong(o -> o.sizes().rows()));
        return new ResultFile(all, chains);
    }

    /** Returns the results with those of a run of the whole chain. */
    ResultFile with(ChainOutcome run) {
        List<ChainOutcome> all = new ArrayList<>(chains);
        all.removeIf(other -> other.sizes().routers() == run.sizes().routers()
                && other.sizes().routes() == run.sizes().routes());
        all.add(run);
        all.sort(Comparator.comparingLong(ChainOutcome::rows));
        return new ResultFile(runs, all);
    }

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve(NAME), JSON.writeValueAsString(this) + "\n");
    }
}
