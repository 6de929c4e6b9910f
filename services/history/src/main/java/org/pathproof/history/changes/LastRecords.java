// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import org.pathproof.contracts.RouteKey;

/**
 * The position of the last record of each route. When a topic is read again after a gap, earlier records of a route
 * must be skipped: their changes are in the history already. Not thread-safe.
 */
public final class LastRecords {
    private static final int INITIAL_CAPACITY = 1 << 12;
    private static final int MAX_CAPACITY = 1 << 28;

    private final RouteHash hash = new RouteHash();
    private long[] first = new long[INITIAL_CAPACITY];
    private long[] second = new long[INITIAL_CAPACITY];
    /** Positions, plus 1; 0 for a free place. */
    private long[] last = new long[INITIAL_CAPACITY];

    private int size;

    /** Notes a record. Records of a partition come in their order. */
    public void add(byte[] key, long position) {
        RouteAddress route = RouteAddress.of(RouteKey.ofBytes(key));
        long low = hash.first(route);
        long high = hash.second(route);
        int place = find(low, high);
        if (last[place] == 0) {
            first[place] = low;
            second[place] = high;
            size++;
        }
        last[place] = position + 1;
        if (size * 3L > last.length * 2L) {
            grow();
        }
    }

    /** Returns true if a later record of the same route was noted. */
    public boolean isReplaced(byte[] key, long position) {
        RouteAddress route = RouteAddress.of(RouteKey.ofBytes(key));
        return last[find(hash.first(route), hash.second(route))] > position + 1;
    }

    /** Returns the place of a route, or the free place for it. */
    private int find(long low, long high) {
        int place = (int) (low >>> 20) & last.length - 1;
        while (last[place] != 0 && (first[place] != low || second[place] != high)) {
            place = place + 1 & last.length - 1;
        }
        return place;
    }

    private void grow() {
        if (last.length >= MAX_CAPACITY) {
            throw new IllegalStateException("more routes than the history can keep: " + size);
        }
        long[] lows = first;
        long[] highs = second;
        long[] positions = last;
        first = new long[2 * lows.length];
        second = new long[2 * lows.length];
        last = new long[2 * lows.length];
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] != 0) {
                int place = find(lows[i], highs[i]);
                first[place] = lows[i];
                second[place] = highs[i];
                last[place] = positions[i];
            }
        }
    }
}
