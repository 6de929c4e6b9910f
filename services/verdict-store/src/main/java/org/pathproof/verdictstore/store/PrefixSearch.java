// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.Reading;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.wire.Prefix;

/** Finds the routes of single prefixes, all at once. For one query. */
final class PrefixSearch {
    private final RowStore store;
    private final RouteSearch.Filters filters;
    private final @Nullable RouteKey after;
    private final RouteReader reader;
    private final Deque<Route> found = new ArrayDeque<>();

    /** @param after the routes begin after this key; null for the beginning */
    PrefixSearch(RowStore store, RouteSearch.Filters filters, @Nullable RouteKey after) {
        this.store = store;
        this.filters = filters;
        this.after = after;
        this.reader = new RouteReader(store.dictionaries());
    }

    /** Returns the routes of a prefix. */
    Deque<Route> exact(Prefix prefix) {
        try (Reading reading = store.read()) {
            read(reading, filters.now(), prefix, after);
        }
        return found;
    }

    /** Returns the routes of all prefixes that equal or cover a prefix, shortest first. */
    Deque<Route> covering(Prefix prefix) {
        try (Reading reading = store.read()) {
            RowFilter filter = filters.now();
            for (int length : reading.lengths(prefix.afi())) {
                if (length <= prefix.length()) {
                    read(reading, filter, prefix.truncate(length), after);
                }
            }
        }
        return found;
    }

    /** Returns the routes of the longest prefix that equals or covers a prefix and has a matching route. */
    Deque<Route> longest(Prefix prefix) {
        try (Reading reading = store.read()) {
            RowFilter filter = filters.now();
            int[] lengths = reading.lengths(prefix.afi());
            for (int i = lengths.length - 1; i >= 0 && found.isEmpty(); i--) {
                if (lengths[i] <= prefix.length()) {
                    read(reading, filter, prefix.truncate(lengths[i]), null);
                }
            }
        }
        found.removeIf(route -> after != null && RouteOrder.compare(route.key(), after) <= 0);
        return found;
    }

    private void read(Reading reading, RowFilter filter, Prefix prefix, @Nullable RouteKey from) {
        for (Place place : reading.placesOf(prefix)) {
            RouteSearch.add(reading.rowsOfPrefix(place, filter), reader, from, found);
        }
    }
}
