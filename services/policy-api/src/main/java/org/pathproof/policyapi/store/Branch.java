// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Arrays;
import org.pathproof.contracts.RouteKey;

/** A branch of a {@link RouteTree}: one or more children in order, all of them routes or all of them branches. Immutable. */
final class Branch implements RouteTree.Node {
    /** Nodes at most. */
    static final int MAX_CHILDREN = 32;

    private final RouteTree.Node[] children;
    private final Route first;
    private final long flags;

    private Branch(RouteTree.Node[] children, long flags) {
        this.children = children;
        this.first = children[0].first();
        this.flags = flags;
    }

    /** The array is given away. */
    static Branch of(RouteTree.Node... children) {
        long flags = 0;
        for (RouteTree.Node child : children) {
            flags |= child.flags();
        }
        return new Branch(children, flags);
    }

    @Override
    public Route first() {
        return first;
    }

    @Override
    public long flags() {
        return flags;
    }

    int length() {
        return children.length;
    }

    RouteTree.Node child(int at) {
        return children[at];
    }

    boolean isOfRoutes() {
        return children[0] instanceof Route;
    }

    /** Where the last child stands that does not begin behind a key; -1 when all do. */
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

    /** With another child in a place. */
    Branch with(int at, RouteTree.Node child) {
        RouteTree.Node[] changed = children.clone();
        changed[at] = child;
        boolean noFlagLost = (children[at].flags() & ~child.flags()) == 0;
        return noFlagLost ? new Branch(changed, flags | child.flags()) : of(changed);
    }

    /** With one more child. */
    Branch withInserted(int at, RouteTree.Node child) {
        RouteTree.Node[] more = new RouteTree.Node[children.length + 1];
        System.arraycopy(children, 0, more, 0, at);
        more[at] = child;
        System.arraycopy(children, at, more, at + 1, children.length - at);
        return new Branch(more, flags | child.flags());
    }

    /** Without a child; it must not be the only one. */
    Branch without(int at) {
        RouteTree.Node[] fewer = new RouteTree.Node[children.length - 1];
        System.arraycopy(children, 0, fewer, 0, at);
        System.arraycopy(children, at + 1, fewer, at, fewer.length - at);
        boolean noFlagLost = (children[at].flags() & ~fewer[Math.max(0, at - 1)].flags()) == 0;
        return noFlagLost ? new Branch(fewer, flags) : of(fewer);
    }

    /** The children from one place to before another. */
    Branch slice(int from, int to) {
        return of(Arrays.copyOfRange(children, from, to));
    }

    /** These children, and those of the branch behind. */
    Branch joined(Branch next) {
        RouteTree.Node[] both = Arrays.copyOf(children, children.length + next.children.length);
        System.arraycopy(next.children, 0, both, children.length, next.children.length);
        return new Branch(both, flags | next.flags);
    }
}
