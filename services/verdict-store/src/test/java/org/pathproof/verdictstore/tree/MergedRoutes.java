// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges several ordered iterators. A route that several iterators return is returned once. */
final class MergedRoutes implements Iterator<Route> {
    private record Head(Route route, Iterator<Route> rest) {}

    private final PriorityQueue<Head> heads =
            new PriorityQueue<>(Comparator.comparing(Head::route, RouteOrder::compare));
    private @Nullable Route last;

    MergedRoutes(List<Iterator<Route>> walks) {
        walks.forEach(this::push);
    }

    private void push(Iterator<Route> walk) {
        if (walk.hasNext()) {
            heads.add(new Head(walk.next(), walk));
        }
    }

    @Override
    public boolean hasNext() {
        Head head = heads.peek();
        while (head != null && last != null && RouteOrder.compare(head.route(), last) == 0) {
            heads.remove();
            push(head.rest());
            head = heads.peek();
        }
        return head != null;
    }

    @Override
    public Route next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Head head = heads.remove();
        push(head.rest());
        last = head.route();
        return head.route();
    }
}
