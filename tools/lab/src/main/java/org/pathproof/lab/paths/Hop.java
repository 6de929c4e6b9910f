// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One AS of a path: a Secure_Path Segment (RFC 8205 section 3.1).
 *
 * @param pCount number of times that the AS counts in the path
 * @param flags the flags of the segment
 */
public record Hop(long asn, int pCount, int flags) {
    /** Returns a hop with pCount 1 and no flags. */
    public static Hop of(long asn) {
        return new Hop(asn, 1, 0);
    }

    /**
     * Converts an AS_PATH, nearest AS first, to hops, origin first. Repeated ASes become a pCount. Returns an empty
     * result for paths that BGPsec speakers never send: empty paths, loops, and more than 255 repetitions of an AS.
     */
    public static Optional<List<Hop>> ofAsPath(List<Long> asPath) {
        List<Hop> hops = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (long asn : asPath.reversed()) {
            if (!hops.isEmpty() && hops.getLast().asn() == asn) {
                Hop last = hops.removeLast();
                if (last.pCount() == 255) {
                    return Optional.empty();
                }
                hops.add(new Hop(asn, last.pCount() + 1, 0));
            } else if (seen.add(asn)) {
                hops.add(of(asn));
            } else {
                return Optional.empty();
            }
        }
        return hops.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(hops));
    }

    /** Converts hops, origin first, to an AS_PATH, nearest AS first. */
    public static List<Long> asPath(List<Hop> hops) {
        List<Long> path = new ArrayList<>();
        for (Hop hop : hops.reversed()) {
            path.addAll(Collections.nCopies(hop.pCount(), hop.asn()));
        }
        return path;
    }
}
