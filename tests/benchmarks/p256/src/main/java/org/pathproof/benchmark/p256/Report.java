// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pathproof.benchmark.kit.Machine;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a full run.
 *
 * @param seconds duration of the run
 */
record Report(Instant when, long seconds, Machine machine, List<GroupResult> groups, List<JmhRun.Figures> jmh) {
    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** Number of keys in the result tables that show only one number of keys. */
    static final int KEYS = 1000;

    /** Returns the results for this number of keys. */
    Optional<GroupResult> group(int keys) {
        return groups.stream().filter(group -> group.keys() == keys).findFirst();
    }

    /**
     * Returns the results for {@value #KEYS} keys, or for the first number of keys if {@value #KEYS} keys were not
     * measured.
     */
    GroupResult main() {
        return group(KEYS).orElse(groups.getFirst());
    }

    /** Writes p256.json, p256.md and p256.svg. */
    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("p256.json"), Summary.json(this));
        Files.writeString(folder.resolve("p256.md"), new MarkdownReport(this).text());
        Files.writeString(folder.resolve("p256.svg"), new Plot(this).svg());
    }
}
