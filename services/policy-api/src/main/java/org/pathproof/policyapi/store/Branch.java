// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Arrays;
import org.pathproof.contracts.RouteKey;

/** A branch of a {@link RouteTree}: one or more children in order, either all routes or all branches. Immutable. */
final class Branch implements RouteNode {
    /** Maximum number of children. */
    static final int MAX_CHILDREN = 32;

    private final RouteNode[] children;
    private final RouteOrder.Entry first;
    private final long flags;

    private Branch(RouteNode[] children, long flags) {
        this.children = children;
        this.first = children[0].first();
        this.flags = flags;
    }

    /** Returns a branch that owns the array. */
    static Branch of(RouteNode... children) {
        long flags = 0;
        for (RouteNode child : children) {
            flags |= child.flags();
        }
        return new Branch(children, flags);
    }

    @Override
    public RouteOrder.Entry first() {
        return first;
    }

    @Override
    public long flags() {
        return flags;
    }

    int length() {
        return children.length;
    }

    RouteNode child(int at) {
        return children[at];
    }

    boolean isOfRoutes() {
        return children[0] instanceof Route;
    }

    /** Returns the index of the last child whose first route is not after {@code key}; -1 if there is none. */
    int floor(RouteKey key) {
        int low = 0;
        int high = children.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (RouteOrder.compare(children[middle].first(), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Returns a copy with the child at an index replaced. */
    Branch with(int at, RouteNode child) {
        RouteNode[] changed = children.clone();
        changed[at] = child;
        boolean noFlagLost = (children[at].flags() & ~child.flags()) == 0;
        return noFlagLost ? new Branch(changed, flags | child.flags()) : of(changed);
    }

    /** Returns a copy with a child inserted at an index. */
    Branch withInserted(int at, RouteNode child) {
        RouteNode[] more = new RouteNode[children.length + 1];
        System.arraycopy(children, 0, more, 0, at);
        more[at] = child;
        System.arraycopy(children, at, more, at + 1, children.length - at);
        return new Branch(more, flags | child.flags());
    }

    /** Returns a copy without the child at an index. The branch must have another child. */
    Branch without(int at) {
        RouteNode[] fewer = new RouteNode[children.length - 1];
        System.arraycopy(children, 0, fewer, 0, at);
        System.arraycopy(children, at + 1, fewer, at, fewer.length - at);
        boolean noFlagLost = (children[at].flags() & ~fewer[Math.max(0, at - 1)].flags()) == 0;
        return noFlagLost ? new Branch(fewer, flags) : of(fewer);
    }

    /** Returns the children of a range of indices; the end is exclusive. */
    Branch slice(int from, int to) {
        return of(Arrays.copyOfRange(children, from, to));
    }

    /** Returns these children followed by those of the next branch. */
    Branch joined(Branch next) {
        RouteNode[] both = Arrays.copyOf(children, children.length + next.children.length);
        System.arraycopy(next.children, 0, both, children.length, next.children.length);
        return new Branch(both, flags | next.flags);
    }
}
