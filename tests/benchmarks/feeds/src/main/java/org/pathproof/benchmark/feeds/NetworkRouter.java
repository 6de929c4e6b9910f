// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.util.Map;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.wire.Prefix;

/** A router of a network, with its BGP sessions and its tables. */
interface NetworkRouter extends AutoCloseable {
    /** Returns the number of the router in {@link Core}. */
    int number();

    /** Returns the best paths to the prefixes that were watched. */
    Timeline best();

    /** Selects the prefix whose best path is observed. */
    void watch(Prefix prefix);

    /** Returns the table as it is now. */
    Table table() throws IOException;

    /** Returns the number of UPDATEs that the router has received from all neighbors. */
    long updates() throws IOException;

    @Override
    void close() throws IOException;

    /**
     * A table of a router.
     *
     * @param best the best path of each prefix
     * @param paths the number of all paths
     */
    record Table(Map<Prefix, Best> best, int paths) {}
}
