// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of the results of all sizes. A run replaces the result of its size.
 *
 * @param runs results, ordered by sessions and rows
 */
record ResultFile(List<Outcome> runs) {
    private static final String NAME = "scale.json";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Reads the file of a folder, which need not exist. */
    static ResultFile read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        return Files.exists(file)
                ? JSON.readValue(Files.readString(file), ResultFile.class)
                : new ResultFile(List.of());
    }

    /** Returns the results with those of a run. */
    ResultFile with(Outcome run) {
        List<Outcome> all = new ArrayList<>(runs);
        all.removeIf(other -> other.sizes().sessions() == run.sizes().sessions()
                && other.sizes().prefixes() == run.sizes().prefixes());
        all.add(run);
        all.sort(Comparator.comparingInt((Outcome o) -> o.sizes().sessions())
                .thenComparingLong(o -> o.sizes().rows()));
        return new ResultFile(all);
    }

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve(NAME), JSON.writeValueAsString(this) + "\n");
    }
}
