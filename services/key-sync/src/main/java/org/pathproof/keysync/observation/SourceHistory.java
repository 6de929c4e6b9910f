// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Times at which one source announced and withdrew objects. The history is bounded: of an object that is not in it,
 * only the time of the source's first data is known. Not thread-safe.
 */
public final class SourceHistory {
    static final int MAX_OBJECTS = 10_000;

    private final Map<RpkiObject, Instant> changes = new LinkedHashMap<>();
    private @Nullable Instant first;

    /** Records the first data, or a change of the data. */
    void record(@Nullable RpkiChange change, Instant now) {
        if (change == null) {
            first = first == null ? now : first;
            return;
        }
        record(change.announced(), now);
        record(change.withdrawn(), now);
    }

    private void record(Iterable<RpkiObject> objects, Instant now) {
        int count = 0;
        for (RpkiObject object : objects) {
            if (++count > MAX_OBJECTS) {
                return;
            }
            changes.remove(object); // the newest changes are the last ones
            changes.put(object, now);
            if (changes.size() > MAX_OBJECTS) {
                var oldest = changes.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
        }
    }

    /** Returns the time of the source's first data; null before it. */
    @Nullable
    public Instant first() {
        return first;
    }

    /** Returns the time since which the source has the object or lacks it; at the earliest that of the first data. */
    @Nullable
    public Instant since(RpkiObject object) {
        return changes.getOrDefault(object, first);
    }
}
