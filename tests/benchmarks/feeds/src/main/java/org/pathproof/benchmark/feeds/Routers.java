// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.feeds.table.KernelRoutes;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.wire.Prefix;

/**
 * The routers of a run.
 *
 * @param kernel null if no routes are in the kernel
 */
record Routers(Border border, InnerRouters inner, @Nullable KernelRoutes kernel) {
    /** Selects the prefix whose best paths are observed. */
    void watch(Prefix prefix) {
        border.watch(prefix);
        inner.watch(prefix);
    }

    /** Returns the number of changes of the next hop beyond the expected ones of each router and kernel table. */
    int flaps(Prefix prefix, long from, int expected) {
        return timelines()
                .mapToInt(timeline -> Math.max(0, timeline.nextHopChanges(prefix, from) - expected))
                .sum();
    }

    private Stream<Timeline> timelines() {
        Stream<Timeline> own = Stream.of(border.best(), inner.bird(), inner.frr());
        return kernel == null ? own : Stream.concat(own, Stream.of(kernel.border(), kernel.inner()));
    }
}
