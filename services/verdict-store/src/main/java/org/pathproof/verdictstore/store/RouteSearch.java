// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Frontier;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.PrefixRows;
import org.pathproof.verdictstore.paged.Reading;
import org.pathproof.verdictstore.paged.RowCursor;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * The routes of a walk in order, in portions. A portion is consistent; between two portions nothing of the store is
 * held, so a walk may take as long as it likes and may be dropped at any time. Later portions see later changes.
 */
final class RouteSearch implements Iterator<Route> {
    private static final int FIRST_PORTION = 16;
    private static final int MAX_PORTION = 512;

    /** Finds the rows of the next portion. */
    interface Filters {
        /** Returns the filter of rows, as of now. */
        RowFilter now();
    }

    private final RowStore store;
    private final Filters filters;
    /** Null for a walk over everything. */
    private final @Nullable Prefix covering;

    private final @Nullable RouteKey after;
    private final Deque<Route> portion = new ArrayDeque<>();
    private int wanted = FIRST_PORTION;
    /** Begin of the next portion; null at the end. */
    private @Nullable Frontier next;

    /**
     * @param covering a prefix that covers all prefixes of the walk; null for all prefixes
     * @param after the routes begin after this key; null for the beginning
     */
    RouteSearch(RowStore store, Filters filters, @Nullable Prefix covering, @Nullable RouteKey after) {
        this.store = store;
        this.filters = filters;
        this.covering = covering;
        this.after = after;
        Place first = covering == null ? Place.start(AfiSafi.AFI_IPV4) : Place.of(covering, 0);
        Place cursor = after == null ? first : Place.of(after.prefix(), after.safi());
        this.next = new Frontier(first.compareTo(cursor) < 0 ? cursor : first);
    }

    private void read() {
        Frontier from = next;
        if (from == null) {
            return;
        }
        try (Reading reading = store.read()) {
            RowCursor cursor = reading.rows(from, filters.now());
            RouteReader reader = new RouteReader(store.dictionaries());
            while (portion.size() < wanted) {
                if (!cursor.next()) {
                    next = from.afi() == AfiSafi.AFI_IPV4 && covering == null
                            ? new Frontier(Place.start(AfiSafi.AFI_IPV6))
                            : null;
                    return;
                }
                PrefixRows rows = cursor.rows();
                if (covering != null && !covering.covers(rows.place().prefix())) {
                    next = null;
                    return;
                }
                reader.read(rows, after, RouteReader.ALL, portion);
            }
            cursor.leaveAt(from);
        }
        wanted = Math.min(MAX_PORTION, 2 * wanted);
    }

    @Override
    public boolean hasNext() {
        while (portion.isEmpty() && next != null) {
            read();
        }
        return !portion.isEmpty();
    }

    @Override
    public Route next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return portion.removeFirst();
    }
}
