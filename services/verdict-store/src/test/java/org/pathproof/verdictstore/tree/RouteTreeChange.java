// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/** One change of a {@link RouteTree}. Copies the nodes on the way to a key. */
final class RouteTreeChange {
    private final RouteKey key;
    private @Nullable Route before;

    RouteTreeChange(RouteKey key) {
        this.key = key;
    }

    /** Returns the previous route of the key. */
    @Nullable
    Route before() {
        return before;
    }

    /** Returns a tree with the route added. */
    RouteNode put(RouteNode root, Route route) {
        return switch (root) {
            case Route single -> putBeside(single, route);
            case Branch branch -> {
                Branch changed = put(branch, route);
                yield changed.length() <= Branch.MAX_CHILDREN ? changed : Branch.of(halves(changed, route));
            }
        };
    }

    private RouteNode putBeside(Route single, Route route) {
        int c = RouteOrder.compare(single, key);
        if (c == 0) {
            before = single;
            return route;
        }
        return c < 0 ? Branch.of(single, route) : Branch.of(route, single);
    }

    /** Returns a branch with the route added. The branch may have one child more than {@link Branch#MAX_CHILDREN}. */
    private Branch put(Branch branch, Route route) {
        int at = branch.floor(key);
        if (branch.isOfRoutes()) {
            if (at >= 0 && branch.child(at) instanceof Route same && RouteOrder.compare(same, key) == 0) {
                before = same;
                return branch.with(at, route);
            }
            return branch.withInserted(at + 1, route);
        }
        int way = Math.max(0, at);
        Branch child = put((Branch) branch.child(way), route);
        if (child.length() <= Branch.MAX_CHILDREN) {
            return branch.with(way, child);
        }
        RouteNode[] halves = halves(child, route);
        return branch.with(way, halves[0]).withInserted(way + 1, halves[1]);
    }

    /** Splits a branch. If routes arrive in order, the first part stays full. */
    private static RouteNode[] halves(Branch branch, Route route) {
        boolean appended = branch.child(branch.length() - 1).first() == route;
        int middle = appended ? branch.length() - 1 : branch.length() / 2;
        return new RouteNode[] {branch.slice(0, middle), branch.slice(middle, branch.length())};
    }

    /** Returns a tree without the key; null if no route is left. */
    @Nullable
    RouteNode remove(RouteNode root) {
        return switch (root) {
            case Route single -> {
                if (RouteOrder.compare(single, key) != 0) {
                    yield single;
                }
                before = single;
                yield null;
            }
            case Branch branch -> {
                RouteNode rest = remove(branch);
                while (rest instanceof Branch left && left.length() == 1) {
                    rest = left.child(0);
                }
                yield rest;
            }
        };
    }

    private @Nullable Branch remove(Branch branch) {
        int at = branch.floor(key);
        if (at < 0) {
            return branch;
        }
        if (branch.child(at) instanceof Branch child) {
            Branch rest = remove(child);
            if (before == null) {
                return branch;
            }
            return rest == null ? without(branch, at) : replaced(branch, at, rest);
        }
        Route found = (Route) branch.child(at);
        if (RouteOrder.compare(found, key) != 0) {
            return branch;
        }
        before = found;
        return without(branch, at);
    }

    private static @Nullable Branch without(Branch branch, int at) {
        return branch.length() == 1 ? null : branch.without(at);
    }

    /** Returns a branch in which a child is replaced by a smaller child. Joins two small neighboring children. */
    private static Branch replaced(Branch branch, int at, Branch child) {
        int left = at + 1 < branch.length() ? at : at - 1;
        if (left < 0) {
            return branch.with(at, child);
        }
        Branch first = left == at ? child : (Branch) branch.child(left);
        Branch second = left == at ? (Branch) branch.child(at + 1) : child;
        return first.length() + second.length() <= Branch.MAX_CHILDREN / 2
                ? branch.without(left + 1).with(left, first.joined(second))
                : branch.with(at, child);
    }
}
