// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Numbers of routes to send, in batches. A batch has an order; routes that are added while it is sent go to the next
 * batch. The owner does not add a route that the queue contains. Not thread-safe.
 */
final class RouteQueue {
    private static final int[] NONE = {};

    private int[] batch = NONE;
    private int at;
    private int[] added = NONE;
    private int addedCount;

    void add(int route) {
        if (addedCount == added.length) {
            added = Arrays.copyOf(added, Math.max(8, addedCount + (addedCount >> 1)));
        }
        added[addedCount++] = route;
    }

    /** Returns true if no route of the batch is left. */
    boolean isBatchDone() {
        return at == batch.length;
    }

    /** Makes the added routes the new batch. The previous batch must be done. Returns false if no route was added. */
    boolean nextBatch(UnaryOperator<int[]> order) {
        if (addedCount == 0) {
            return false;
        }
        int[] routes = Arrays.copyOf(added, addedCount);
        added = NONE;
        addedCount = 0;
        batch = order.apply(routes);
        at = 0;
        return true;
    }

    /** Returns the first route of the batch that is left. */
    int first() {
        return batch[at];
    }

    /** Removes the first route of the batch. */
    void removeFirst() {
        at++;
        if (at == batch.length) {
            batch = NONE;
            at = 0;
        }
    }

    void clear() {
        batch = NONE;
        at = 0;
        added = NONE;
        addedCount = 0;
    }
}
