// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The times at which overrides are decided about without a change, one for each override. Not thread-safe. */
final class Deadlines {
    private final TreeSet<Deadline> queue = new TreeSet<>(Comparator.comparing(Deadline::time)
            .thenComparing(deadline -> deadline.at().router())
            .thenComparing(deadline -> deadline.at().prefix()));
    private final Map<OverrideAt, Instant> times = new HashMap<>();

    private record Deadline(Instant time, OverrideAt at) {}

    /** Sets or removes the time of an override. */
    void set(OverrideAt at, @Nullable Instant time) {
        Instant old = time == null ? times.remove(at) : times.put(at, time);
        if (old != null) {
            queue.remove(new Deadline(old, at));
        }
        if (time != null) {
            queue.add(new Deadline(time, at));
        }
    }

    /** Removes and returns an override whose time has come. */
    Optional<OverrideAt> poll(Instant now) {
        if (queue.isEmpty() || now.isBefore(queue.first().time())) {
            return Optional.empty();
        }
        OverrideAt at = queue.removeFirst().at();
        times.remove(at);
        return Optional.of(at);
    }
}
