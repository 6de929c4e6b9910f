// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One AS of a path, with the number of times it stands in it (pCount, RFC 8205 section 3.1).
 *
 * @param flags of the Secure_Path Segment
 */
public record Hop(long asn, int pCount, int flags) {
    /** A hop that is in the path once. */
    public static Hop of(long asn) {
        return new Hop(asn, 1, 0);
    }

    /**
     * Hops, origin first, of an AS_PATH, nearest first. Prepends become pCount. Empty for a path that no BGPsec speaker would have
     * sent: one with a loop, or with an AS more than 255 times in a row.
     */
    static Optional<List<Hop>> ofAsPath(List<Long> asPath) {
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

    /** The AS_PATH, nearest first, of hops, origin first. */
    static List<Long> asPath(List<Hop> hops) {
        List<Long> path = new ArrayList<>();
        for (Hop hop : hops.reversed()) {
            path.addAll(Collections.nCopies(hop.pCount(), hop.asn()));
        }
        return path;
    }
}
