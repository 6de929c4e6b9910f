// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.valid;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the memory of a path: its verdict in the table, and its candidate in the engine. */
final class PathMemoryTest {
    private static final Logger log = LoggerFactory.getLogger(PathMemoryTest.class);
    private static final int PATHS = 60_000;
    private static final int DISTINCT_ATTRIBUTES = 2_000;
    private static final long MAX_BYTES_PER_PATH = 2_000;

    @Test
    void holdsAPathInABoundedNumberOfBytes() {
        FeedBench bench = new FeedBench();
        bench.put(11, FeedBench.session(11, 1, ADJ_RIB_IN_POST));
        bench.decide();
        long empty = usedBytes();
        for (int i = 0; i < PATHS; i++) {
            bench.put(
                    key("10." + (i >> 8 & 0xff) + "." + (i & 0xff) + ".0/" + (24 + (i >> 16)), 11),
                    FeedBench.withAttributes(valid(65001, 64500 + i % DISTINCT_ATTRIBUTES, 64400)));
        }
        bench.decide();
        assertThat(bench.feeds.status(0).getFirst().counts().prefixes()).isEqualTo(PATHS);
        long bytes = (usedBytes() - empty) / PATHS;
        log.info("memory of a path: bytes={} paths={} distinct-attributes={}", bytes, PATHS, DISTINCT_ATTRIBUTES);
        assertThat(bytes).isBetween(50L, MAX_BYTES_PER_PATH);
        assertThat(bench.table.size()).isEqualTo(PATHS);
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
