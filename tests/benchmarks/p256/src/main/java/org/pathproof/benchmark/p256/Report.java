// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that a full run found.
 *
 * @param seconds how long it took
 */
record Report(Instant when, long seconds, Machine machine, List<GroupResult> groups, List<JmhRun.Figures> jmh) {
    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** Which number of keys is shown where keys are not the question. */
    static final int KEYS = 1000;

    /** The group of so many keys. */
    Optional<GroupResult> group(int keys) {
        return groups.stream().filter(group -> group.keys() == keys).findFirst();
    }

    /** The group that is shown where keys are not the question. */
    GroupResult main() {
        return group(KEYS).orElse(groups.getFirst());
    }

    /** Writes p256.json, p256.md and p256.svg. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("p256.json"), Summary.json(this));
        Files.writeString(folder.resolve("p256.md"), new MarkdownReport(this).text());
        Files.writeString(folder.resolve("p256.svg"), new Plot(this).svg());
    }
}
