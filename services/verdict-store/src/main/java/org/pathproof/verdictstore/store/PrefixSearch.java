// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.Reading;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.wire.Prefix;

/** Finds the routes of single prefixes, all at once. For one query. */
final class PrefixSearch {
    private static final int CAPACITY = 64;

    private final RowStore store;
    private final RouteSearch.Filters filters;
    private final @Nullable RouteKey after;
    private final RouteReader reader;
    private final Predicate<SessionView> isOfSession;
    private final Deque<Route> found = new ArrayDeque<>(CAPACITY);

    /** @param after the routes begin after this key; null for the beginning */
    PrefixSearch(RowStore store, RouteSearch.Filters filters, @Nullable RouteKey after) {
        this(store, filters, RouteReader.ALL, after);
    }

    /**
     * @param isOfSession tests the session of a row that was found, so that a prefix with few routes needs no look at
     *     all sessions
     * @param after the routes begin after this key; null for the beginning
     */
    PrefixSearch(
            RowStore store, RouteSearch.Filters filters, Predicate<SessionView> isOfSession, @Nullable RouteKey after) {
        this.isOfSession = isOfSession;
        this.store = store;
        this.filters = filters;
        this.after = after;
        this.reader = new RouteReader(store.dictionaries());
    }

    /** Returns the routes of a prefix. */
    Deque<Route> exact(Prefix prefix) {
        try (Reading reading = store.read()) {
            RowFilter filter = filters.now();
            reading.placesOf(prefix).forEach(place -> read(reading, filter, place, after));
        }
        return found;
    }

    /** Returns the routes of all prefixes that equal or cover a prefix, shortest first. */
    Deque<Route> covering(Prefix prefix) {
        try (Reading reading = store.read()) {
            RowFilter filter = filters.now();
            reading.placesCovering(prefix).forEach(place -> read(reading, filter, place, after));
        }
        return found;
    }

    /** Returns the routes of the longest prefix that equals or covers a prefix and has a matching route. */
    Deque<Route> longest(Prefix prefix) {
        try (Reading reading = store.read()) {
            RowFilter filter = filters.now();
            List<Place> places = reading.placesCovering(prefix);
            for (int i = places.size() - 1; i >= 0 && found.isEmpty(); i--) {
                if (i == 0 || !places.get(i).prefix().equals(places.get(i - 1).prefix())) {
                    Prefix candidate = places.get(i).prefix(); // with all of its SAFIs
                    reading.placesOf(candidate).forEach(place -> read(reading, filter, place, null));
                }
            }
        }
        found.removeIf(route -> after != null && RouteOrder.compare(route.key(), after) <= 0);
        return found;
    }

    private void read(Reading reading, RowFilter filter, Place place, @Nullable RouteKey from) {
        reader.read(reading.rowsOfPrefix(place, filter), from, isOfSession, found);
    }
}
