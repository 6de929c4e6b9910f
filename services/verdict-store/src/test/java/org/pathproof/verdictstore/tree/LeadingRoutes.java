// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Iterates over the routes of another iterator and stops before the first route that fails a test. */
final class LeadingRoutes implements Iterator<Route> {
    private final Iterator<Route> from;
    private final Predicate<Route> test;
    private @Nullable Route next;
    private boolean ended;

    LeadingRoutes(Iterator<Route> from, Predicate<Route> test) {
        this.from = from;
        this.test = test;
    }

    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            Route candidate = from.hasNext() ? from.next() : null;
            if (candidate != null && test.test(candidate)) {
                next = candidate;
            } else {
                ended = true;
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
