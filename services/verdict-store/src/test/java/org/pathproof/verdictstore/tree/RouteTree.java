// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/**
 * Routes in {@link RouteOrder}, in a B-tree with immutable nodes. A change copies the nodes on the way to its route and
 * replaces the root. One thread changes the tree. Any thread may walk the tree without locks. A walk shows the state of
 * the tree at the start of the walk. A tree of one route has no branch. This saves memory, because most paths have few
 * routes.
 */
final class RouteTree {
    private volatile @Nullable RouteNode root;
    private volatile int size;

    boolean isEmpty() {
        return root == null;
    }

    int size() {
        return size;
    }

    void clear() {
        setRoot(null, 0);
    }

    /** Adds a route; returns the previous route of the same key. */
    @Nullable
    Route put(RouteKey key, Route route) {
        RouteTreeChange change = new RouteTreeChange(key);
        RouteNode old = root;
        setRoot(old == null ? route : change.put(old, route), change.before() == null ? size + 1 : size);
        return change.before();
    }

    /** Removes and returns a route. */
    @Nullable
    Route remove(RouteKey key) {
        RouteTreeChange change = new RouteTreeChange(key);
        RouteNode old = root;
        RouteNode rest = old == null ? null : change.remove(old);
        if (change.before() != null) {
            setRoot(rest, size - 1);
        }
        return change.before();
    }

    private void setRoot(@Nullable RouteNode node, int routes) {
        root = node;
        size = routes;
    }

    @Nullable
    Route get(RouteKey key) {
        RouteNode node = root;
        while (node instanceof Branch branch) {
            int at = branch.floor(key);
            node = at < 0 ? null : branch.child(at);
        }
        return node instanceof Route found && RouteOrder.compare(found, key) == 0 ? found : null;
    }

    /**
     * Returns the routes that pass a filter, in order.
     *
     * @param first the key to start at; null for the beginning
     */
    Iterator<Route> from(@Nullable RouteKey first, RouteFlags.Filter filter) {
        return new RouteWalk(root, first, true, filter);
    }

    /** Returns the routes after a key that pass a filter, in order. */
    Iterator<Route> after(RouteKey last, RouteFlags.Filter filter) {
        return new RouteWalk(root, last, false, filter);
    }
}
