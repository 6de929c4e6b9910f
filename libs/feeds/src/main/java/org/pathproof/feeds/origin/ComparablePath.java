// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.bgp.AsPath;

/**
 * An AS_PATH without the parts that the routers of the own network add: confederation segments, own ASes at the start,
 * and repetitions of the first AS, which import policies prepend. Copies of one path are equal.
 *
 * @param asns the nearest AS first; a set begins with {@link #SET}
 */
public record ComparablePath(List<Long> asns) {
    /** Stands before the ASes of a set. No AS has this number. */
    private static final long SET = -1;

    public ComparablePath {
        asns = List.copyOf(asns);
    }

    /**
     * Returns the path of an AS_PATH.
     *
     * @param own the ASes that the router uses
     */
    public static ComparablePath of(AsPath path, Set<Long> own) {
        List<Long> asns = new ArrayList<>();
        for (AsPath.Segment segment : path.segments()) {
            if (!segment.isConfederation()) {
                if (segment.type() == AsPath.AS_SET) {
                    asns.add(SET);
                }
                asns.addAll(segment.asns());
            }
        }
        return of(asns, own);
    }

    /** Returns the path of AS numbers without segments. */
    public static ComparablePath of(List<Long> asns, Set<Long> own) {
        int first = 0;
        while (first < asns.size() && own.contains(asns.get(first))) {
            first++;
        }
        while (first + 1 < asns.size() && asns.get(first).equals(asns.get(first + 1))) {
            first++;
        }
        return new ComparablePath(asns.subList(first, asns.size()));
    }
}
