// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * The combinations of prefix length and SAFI that a store has had, by address family. A query for the prefixes that
 * cover an address tries only these. Thread-safe.
 */
final class Shapes {
    private volatile int[] ipv4 = new int[0];
    private volatile int[] ipv6 = new int[0];

    /** Returns the shapes of a family in ascending order: by length, then by SAFI. */
    int[] of(int afi) {
        return afi == AfiSafi.AFI_IPV4 ? ipv4 : ipv6;
    }

    /** Adds the shape of a prefix. */
    void add(Place prefix) {
        if (Arrays.binarySearch(of(prefix.afi()), prefix.shape()) < 0) {
            insert(prefix.afi(), prefix.shape());
        }
    }

    private synchronized void insert(int afi, int shape) {
        int[] known = of(afi);
        int at = -1 - Arrays.binarySearch(known, shape);
        if (at < 0) {
            return;
        }
        int[] more = new int[known.length + 1];
        System.arraycopy(known, 0, more, 0, at);
        more[at] = shape;
        System.arraycopy(known, at, more, at + 1, known.length - at);
        if (afi == AfiSafi.AFI_IPV4) {
            ipv4 = more;
        } else {
            ipv6 = more;
        }
    }

    /**
     * Returns the places of all prefixes that equal or cover a prefix and may have rows, in order.
     *
     * @param least length of the shortest prefix
     */
    List<Place> covering(Prefix prefix, int least) {
        List<Place> places = new ArrayList<>();
        for (int shape : of(prefix.afi())) {
            int length = shape >>> Byte.SIZE;
            if (length > prefix.length()) {
                break;
            }
            if (length >= least) {
                places.add(Place.of(prefix.truncate(length), shape & 0xff));
            }
        }
        return places;
    }
}
