// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the history service.
 *
 * @param directory Folder of the files of the history. One process at a time uses it.
 * @param retention Age at which changes are deleted.
 * @param maxSize Size of all files from which on the oldest are deleted.
 * @param sliceInterval Time between two files of recent changes. Changes of this time are read from Kafka again after a
 *     restart.
 * @param sliceRows Number of changes in memory from which on a file is written earlier.
 * @param snapshotInterval Time between two snapshots of all live routes. A restart reads the newest snapshot and the
 *     changes since then.
 * @param memory Memory of the database for recent changes, merges and questions, beside the Java heap. More is
 *     spilled to the disk.
 * @param threads Number of threads of the database.
 * @param queryTimeout Time limit of a question.
 * @param maxQueries Number of questions that run at the same time.
 * @param maxRows Maximum number of rows of an answer.
 * @param maxPeriod Longest period of a question.
 */
@ConfigurationProperties("pathproof.history")
public record HistorySettings(
        @DefaultValue("history") String directory,
        @DefaultValue("30d") Duration retention,
        @DefaultValue("50GB") DataSize maxSize,
        @DefaultValue("1m") Duration sliceInterval,
        @DefaultValue("500000") int sliceRows,
        @DefaultValue("6h") Duration snapshotInterval,
        @DefaultValue("768MB") DataSize memory,
        @DefaultValue("2") int threads,
        @DefaultValue("10s") Duration queryTimeout,
        @DefaultValue("4") int maxQueries,
        @DefaultValue("100000") int maxRows,
        @DefaultValue("400d") Duration maxPeriod) {
    private static final DataSize MIN_MEMORY = DataSize.ofMegabytes(128);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public HistorySettings {
        requireAtLeast("retention", retention, Duration.ofHours(1));
        requireAtLeast("slice-interval", sliceInterval, Duration.ofSeconds(1));
        requireAtLeast("snapshot-interval", snapshotInterval, Duration.ofSeconds(1));
        requireAtLeast("query-timeout", queryTimeout, Duration.ofSeconds(1));
        requireAtLeast("max-period", maxPeriod, Duration.ofHours(1));
        requireAtLeast("slice-rows", sliceRows);
        requireAtLeast("threads", threads);
        requireAtLeast("max-queries", maxQueries);
        requireAtLeast("max-rows", maxRows);
        if (memory.compareTo(MIN_MEMORY) < 0) {
            throw new IllegalArgumentException(
                    "pathproof.history.memory is " + memory.toMegabytes() + "MB: the minimum is 128MB");
        }
    }

    private static void requireAtLeast(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException("pathproof.history." + name + " is " + value.toMillis()
                    + "ms: the minimum is " + least.toSeconds() + "s");
        }
    }

    private static void requireAtLeast(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("pathproof.history." + name + " is " + value + ": the minimum is 1");
        }
    }
}
