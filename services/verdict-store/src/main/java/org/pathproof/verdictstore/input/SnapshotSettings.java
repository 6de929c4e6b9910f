// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where and how often snapshots are written.
 *
 * @param directory a directory for this process alone; null for no snapshots
 * @param interval time between two snapshots
 */
public record SnapshotSettings(@Nullable Path directory, Duration interval) {
    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the interval is too short
     */
    public SnapshotSettings {
        if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "pathproof.policy-api.snapshot-interval is " + interval + ": use at least 1s");
        }
    }

    /** Returns settings with a directory as text, which is empty for no snapshots. */
    public static SnapshotSettings of(String directory, Duration interval) {
        return new SnapshotSettings(directory.isEmpty() ? null : Path.of(directory), interval);
    }
}
