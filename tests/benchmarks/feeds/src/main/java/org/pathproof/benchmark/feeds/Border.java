// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.wire.Prefix;

/** The border router of a run, with its sessions and its BMP. */
interface Border extends AutoCloseable {
    /** Returns the best paths to the prefixes that were watched. */
    Timeline best();

    /** Selects the prefix whose best path is observed. */
    void watch(Prefix prefix);

    @Override
    void close() throws IOException;
}
