// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;

/**
 * The leaves of one address family in order. A writer replaces the root once in a commit, and changes the new one in
 * place until it is published.
 */
final class Root {
    static final Root EMPTY = new Root(new Leaf[0], new long[0], 0);

    private final Leaf[] leaves;
    /** The first 64 bits of the first prefix of each leaf, so that a search reads one array. */
    private final long[] firstHi;
    /** The commit that created this object. */
    private final int commit;

    private Root(Leaf[] leaves, long[] firstHi, int commit) {
        this.leaves = leaves;
        this.firstHi = firstHi;
        this.commit = commit;
    }

    /** Returns a root of leaves in order. */
    static Root of(List<Leaf> inOrder) {
        Root root = new Root(new Leaf[inOrder.size()], new long[inOrder.size()], 0);
        root.set(0, inOrder.toArray(Leaf[]::new));
        return root;
    }

    int count() {
        return leaves.length;
    }

    Leaf leaf(int i) {
        return leaves[i];
    }

    /** Returns the index of the last leaf that does not begin after a place; -1 if there is none. */
    int floor(Place place) {
        int low = 0;
        int high = leaves.length;
        while (low < high) {
            int middle = low + high >>> 1;
            int c = firstHi[middle] != place.hi()
                    ? Long.compareUnsigned(firstHi[middle], place.hi())
                    : leaves[middle].compare(0, place);
            if (c <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /**
     * Returns the root with other leaves in the place of some.
     *
     * @param at index of the first leaf that goes
     * @param count number of leaves that go
     * @param changing number of the commit that is being written
     */
    Root replaced(int at, int count, int changing, Leaf... by) {
        if (commit == changing && count == by.length) {
            set(at, by);
            return this;
        }
        int length = leaves.length - count + by.length;
        Root changed = new Root(new Leaf[length], new long[length], changing);
        System.arraycopy(leaves, 0, changed.leaves, 0, at);
        System.arraycopy(firstHi, 0, changed.firstHi, 0, at);
        changed.set(at, by);
        int rest = leaves.length - at - count;
        System.arraycopy(leaves, at + count, changed.leaves, at + by.length, rest);
        System.arraycopy(firstHi, at + count, changed.firstHi, at + by.length, rest);
        return changed;
    }

    private void set(int at, Leaf[] by) {
        for (int i = 0; i < by.length; i++) {
            leaves[at + i] = by[i];
            firstHi[at + i] = by[i].hi(0);
        }
    }
}
