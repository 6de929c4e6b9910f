// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.pathproof.verdictstore.row.Block;
import org.pathproof.wire.Prefix;

/**
 * A place in the order of blocks and rows: prefix, SAFI, then the position of a row among those of the prefix.
 *
 * @param shape prefix length in the upper byte, SAFI in the lower one
 * @param position session number and path id of a row; 0 for the beginning
 */
public record Place(int afi, long hi, long lo, int shape, long position) implements Comparable<Place> {
    private static final int LENGTH_SHIFT = 8;
    private static final int SAFI_MASK = 0xff;

    /** Returns the beginning of the rows of a prefix and SAFI. */
    public static Place of(Prefix prefix, int safi) {
        return new Place(prefix.afi(), prefix.hi(), prefix.lo(), prefix.length() << LENGTH_SHIFT | safi, 0);
    }

    /** Returns the beginning of an address family. */
    public static Place start(int afi) {
        return new Place(afi, 0, 0, 0, 0);
    }

    /** Returns the place of a row of the same prefix and SAFI. */
    Place row(int session, int pathId) {
        return at(Block.position(session, pathId));
    }

    Place at(long changed) {
        return new Place(afi, hi, lo, shape, changed);
    }

    /** Returns the prefix. */
    public Prefix prefix() {
        return new Prefix(afi, hi, lo, shape >>> LENGTH_SHIFT);
    }

    /** Returns the SAFI. */
    public int safi() {
        return shape & SAFI_MASK;
    }

    @Override
    public int compareTo(Place other) {
        int c = Integer.compare(afi, other.afi);
        if (c == 0) {
            c = Long.compareUnsigned(hi, other.hi);
        }
        if (c == 0) {
            c = Long.compareUnsigned(lo, other.lo);
        }
        if (c == 0) {
            c = Integer.compare(shape, other.shape);
        }
        return c != 0 ? c : Long.compare(position, other.position);
    }
}
