// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Iterates over the routes of another iterator that pass a test. */
final class FilteredRoutes implements Iterator<Route> {
    private final Iterator<Route> from;
    private final Predicate<Route> test;
    private @Nullable Route next;

    FilteredRoutes(Iterator<Route> from, Predicate<Route> test) {
        this.from = from;
        this.test = test;
    }

    @Override
    public boolean hasNext() {
        while (next == null && from.hasNext()) {
            Route candidate = from.next();
            if (test.test(candidate)) {
                next = candidate;
            }
        }
        return next != null;
    }

    @Override
    public Route next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Route route = next;
        next = null;
        return route;
    }
}
