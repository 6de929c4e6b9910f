// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.pathproof.contracts.Gaps;
import org.pathproof.wire.Bytes;

/**
 * Selects the routers that must send their tables again, and the time of each disconnection. The cause is a gap in the
 * route events, or a proof revalidation. A BMP station cannot send requests (RFC 7854 section 3.2). A router sends
 * its tables when it connects, so the collector closes its connection. The disconnections are spread over a period, and
 * a router is disconnected at most once per pause. Not safe for use by several threads.
 */
final class GapHealing {
    private final Gaps gaps;
    private final GapPace pace;
    private final RandomGenerator random;
    private final Map<Bytes, Long> due = new HashMap<>();
    private final Map<Bytes, Long> requested = new HashMap<>();

    GapHealing(Gaps gaps, GapPace pace, RandomGenerator random) {
        this.gaps = gaps;
        this.pace = pace;
        this.random = random;
    }

    /**
     * Returns the routers to disconnect now.
     *
     * @param connected connected routers, each with the newest gap that was known when it connected
     * @param nowNanos time of {@link System#nanoTime}
     */
    Set<Bytes> due(Map<Bytes, Long> connected, long nowNanos) {
        requested.values().removeIf(when -> nowNanos - when >= pace.pause().toNanos());
        long newest = gaps.newestOfRoutes();
        Set<Bytes> now = new HashSet<>();
        connected.forEach((router, known) -> {
            if (known < newest) {
                long at = due.computeIfAbsent(
                        router,
                        r -> nowNanos
                                + (long) (random.nextDouble() * pace.spread().toNanos()));
                if (nowNanos - at >= 0 && !requested.containsKey(router)) {
                    requested.put(router, nowNanos);
                    now.add(router);
                }
            }
        });
        due.keySet().removeIf(router -> now.contains(router) || connected.getOrDefault(router, newest) >= newest);
        return now;
    }
}
