// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;

/** A branch of a {@link RouteTree}: one or more children in order, either all routes or all branches. Immutable. */
final class Branch implements RouteNode {
    /** Maximum number of children. */
    static final int MAX_CHILDREN = 32;

    private final RouteNode[] children;
    private final RouteOrder.Entry first;
    private final long flags;
    /**
     * The first 64 bits of the first prefix of each child. A search then reads one array, not two objects for each
     * comparison. Null for a branch of routes, to save memory, and for a branch with both address families.
     */
    private final long @Nullable [] starts;

    private Branch(RouteNode[] children, long flags, long @Nullable [] starts) {
        this.children = children;
        this.first = children[0].first();
        this.flags = flags;
        this.starts = starts;
    }

    /** Creates a branch whose array of starts is new. */
    private Branch(RouteNode[] children, long flags) {
        this(children, flags, startsOf(children));
    }

    private static long @Nullable [] startsOf(RouteNode[] children) {
        int last = children.length - 1;
        if (children[0] instanceof Route
                || children[0].first().afi() != children[last].first().afi()) {
            return null;
        }
        long[] starts = new long[children.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = children[i].first().hi();
        }
        return starts;
    }

    /** Returns a branch that owns the array. */
    static Branch of(RouteNode... children) {
        return new Branch(children, union(children));
    }

    private static long union(RouteNode[] children) {
        long flags = 0;
        for (RouteNode child : children) {
            flags |= child.flags();
        }
        return flags;
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
        long hi = key.prefix().hi();
        long[] known = starts != null && first.afi() == key.prefix().afi() ? starts : null;
        int low = 0;
        int high = children.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int c = known != null && known[middle] != hi
                    ? Long.compareUnsigned(known[middle], hi)
                    : RouteOrder.compare(children[middle].first(), key);
            if (c <= 0) {
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
        long union = noFlagLost ? flags | child.flags() : union(changed);
        return startsAlike(children[at], child) ? new Branch(changed, union, starts) : new Branch(changed, union);
    }

    private static boolean startsAlike(RouteNode a, RouteNode b) {
        return b instanceof Route
                || a.first().hi() == b.first().hi()
                        && a.first().afi() == b.first().afi();
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
