// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Arrays;
import org.pathproof.contracts.RouteKey;

/** A branch of a {@link RouteTree}: one or more nodes in order, all of them routes or all of them branches. Immutable. */
final class Branch implements RouteTree.Node {
    /** Nodes at most. */
    static final int FULL = 32;

    private final RouteTree.Node[] nodes;
    private final Route first;
    private final long kinds;

    private Branch(RouteTree.Node[] nodes, long kinds) {
        this.nodes = nodes;
        this.first = nodes[0].first();
        this.kinds = kinds;
    }

    /** The array is given away. */
    static Branch of(RouteTree.Node... nodes) {
        long kinds = 0;
        for (RouteTree.Node node : nodes) {
            kinds |= node.kinds();
        }
        return new Branch(nodes, kinds);
    }

    @Override
    public Route first() {
        return first;
    }

    @Override
    public long kinds() {
        return kinds;
    }

    int length() {
        return nodes.length;
    }

    RouteTree.Node node(int at) {
        return nodes[at];
    }

    boolean isOfRoutes() {
        return nodes[0] instanceof Route;
    }

    /** Where the last node stands that does not begin behind a key; -1 when all do. */
    int floor(RouteKey key) {
        int low = 0;
        int high = nodes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (RouteOrder.compare(nodes[middle].first(), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** With another node in a place. */
    Branch with(int at, RouteTree.Node node) {
        RouteTree.Node[] changed = nodes.clone();
        changed[at] = node;
        boolean nothingLeft = (nodes[at].kinds() & ~node.kinds()) == 0;
        return nothingLeft ? new Branch(changed, kinds | node.kinds()) : of(changed);
    }

    /** With one more node. */
    Branch withInserted(int at, RouteTree.Node node) {
        RouteTree.Node[] more = new RouteTree.Node[nodes.length + 1];
        System.arraycopy(nodes, 0, more, 0, at);
        more[at] = node;
        System.arraycopy(nodes, at, more, at + 1, nodes.length - at);
        return new Branch(more, kinds | node.kinds());
    }

    /** Without a node; it must not be the only one. */
    Branch without(int at) {
        RouteTree.Node[] fewer = new RouteTree.Node[nodes.length - 1];
        System.arraycopy(nodes, 0, fewer, 0, at);
        System.arraycopy(nodes, at + 1, fewer, at, fewer.length - at);
        boolean nothingLeft = (nodes[at].kinds() & ~fewer[Math.max(0, at - 1)].kinds()) == 0;
        return nothingLeft ? new Branch(fewer, kinds) : of(fewer);
    }

    /** The nodes from one place to before another. */
    Branch slice(int from, int to) {
        return of(Arrays.copyOfRange(nodes, from, to));
    }

    /** These nodes, and those of the branch behind. */
    Branch joined(Branch next) {
        RouteTree.Node[] both = Arrays.copyOf(nodes, nodes.length + next.nodes.length);
        System.arraycopy(next.nodes, 0, both, nodes.length, next.nodes.length);
        return new Branch(both, kinds | next.kinds);
    }
}
