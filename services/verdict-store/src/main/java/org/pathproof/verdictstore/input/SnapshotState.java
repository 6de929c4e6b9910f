// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of the snapshots of this process.
 *
 * @param time time of the content of the newest snapshot; null without one
 * @param position the position that the newest snapshot has reached; null without one
 * @param bytes size of the newest snapshot in bytes
 * @param failures number of snapshots that could not be written
 */
public record SnapshotState(
        @Nullable Instant time, @Nullable Position position, long bytes, long failures) {
    static final SnapshotState NONE = new SnapshotState(null, null, 0, 0);

    SnapshotState withSnapshot(SnapshotOrigin of, long size) {
        return new SnapshotState(of.time(), of.position(), size, failures);
    }

    SnapshotState withFailure() {
        return new SnapshotState(time, position, bytes, failures + 1);
    }
}
