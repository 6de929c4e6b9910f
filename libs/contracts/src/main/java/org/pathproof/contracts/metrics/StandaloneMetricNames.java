// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

/** Names of metrics of the standalone program. */
public final class StandaloneMetricNames {
    // Standalone program
    /** Restarts of the Redis server inside the standalone program. */
    public static final String REDIS_RESTARTS = "pathproof_redis_restarts_total";

    /** Minimum share of the Java heap in use after garbage collection, over the last minute. */
    public static final String HEAP_LIVE_RATIO = "pathproof_heap_live_ratio";

    /** Free space on the disk of the data folder. */
    public static final String DISK_FREE = "pathproof_disk_free_bytes";

    /** Free space on the disk of the data folder below which the intake of routes stops. */
    public static final String DISK_RESERVE = "pathproof_disk_reserve_bytes";

    private StandaloneMetricNames() {}
}
