// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/** Iterates over a {@link RouteTree} as it was at the start. Skips branches in which no route can pass the filter. */
final class RouteWalk implements Iterator<Route> {
    private final RouteFlags.Filter filter;
    private @Nullable Level level;
    private @Nullable Route next;

    /** A branch of the walk, the index of its next child, and the level above. */
    private static final class Level {
        final Branch branch;
        final @Nullable Level above;
        int at;

        Level(Branch branch, int at, @Nullable Level above) {
            this.branch = branch;
            this.at = at;
            this.above = above;
        }
    }

    /**
     * @param from the key to start at; null for the beginning
     * @param inclusive true if the walk includes the route of that key
     */
    RouteWalk(@Nullable RouteNode root, @Nullable RouteKey from, boolean inclusive, RouteFlags.Filter filter) {
        this.filter = filter;
        RouteNode node = root;
        while (node instanceof Branch branch) {
            int at = from == null ? 0 : branch.floor(from);
            if (branch.isOfRoutes()) {
                level = new Level(
                        branch,
                        at < 0 || begins(branch.child(at).first(), from, inclusive) ? Math.max(0, at) : at + 1,
                        level);
                break;
            }
            node = branch.child(Math.max(0, at));
            level = new Level(branch, Math.max(0, at) + 1, level);
        }
        if (node instanceof Route single && begins(single, from, inclusive) && filter.matches(single.flags())) {
            next = single;
        } else {
            next = advance();
        }
    }

    private static boolean begins(RouteOrder.Entry route, @Nullable RouteKey from, boolean inclusive) {
        return from == null || RouteOrder.compare(route, from) >= (inclusive ? 0 : 1);
    }

    private @Nullable Route advance() {
        while (level != null) {
            if (level.at == level.branch.length()) {
                level = level.above;
                continue;
            }
            RouteNode node = level.branch.child(level.at++);
            if (!filter.matches(node.flags())) {
                continue;
            }
            if (node instanceof Route route) {
                return route;
            }
            level = new Level((Branch) node, 0, level);
        }
        return null;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Route next() {
        Route route = next;
        if (route == null) {
            throw new NoSuchElementException();
        }
        next = advance();
        return route;
    }
}
