// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/**
 * Routes in {@link RouteOrder}: a B-tree whose nodes are never changed. A change makes the few nodes on the way to its route anew, and puts the
 * new root in the place of the old one. One thread changes it; any may walk it, without locks, and walks the tree that was there when the walk
 * began. A single route is a tree by itself: most paths have few.
 */
final class RouteTree {
    private volatile @Nullable Node root;
    private volatile int size;

    /** A route, or a branch. */
    sealed interface Node permits Route, Branch {
        Route first();

        /** What {@link RouteFlags} are in it. */
        long flags();
    }

    boolean isEmpty() {
        return root == null;
    }

    int size() {
        return size;
    }

    void clear() {
        become(null, 0);
    }

    /** Puts a route in; gives the route of the same key whose place it takes. */
    @Nullable
    Route put(RouteKey key, Route route) {
        RouteTreeChange change = new RouteTreeChange(key);
        Node old = root;
        become(old == null ? route : change.put(old, route), change.before() == null ? size + 1 : size);
        return change.before();
    }

    /** Takes a route out, and gives it. */
    @Nullable
    Route remove(RouteKey key) {
        RouteTreeChange change = new RouteTreeChange(key);
        Node old = root;
        Node rest = old == null ? null : change.remove(old);
        if (change.before() != null) {
            become(rest, size - 1);
        }
        return change.before();
    }

    private void become(@Nullable Node node, int routes) {
        root = node;
        size = routes;
    }

    @Nullable
    Route get(RouteKey key) {
        Iterator<Route> walk = from(key, RouteFlags.Filter.ALL);
        Route found = walk.hasNext() ? walk.next() : null;
        return found != null && RouteOrder.compare(found, key) == 0 ? found : null;
    }

    /**
     * The routes that a filter lets through, in their order.
     *
     * @param first the key to begin at; null for the beginning
     */
    Iterator<Route> from(@Nullable RouteKey first, RouteFlags.Filter filter) {
        return new RouteWalk(root, first, true, filter);
    }

    /** The same, from behind a key. */
    Iterator<Route> after(RouteKey last, RouteFlags.Filter filter) {
        return new RouteWalk(root, last, false, filter);
    }
}
