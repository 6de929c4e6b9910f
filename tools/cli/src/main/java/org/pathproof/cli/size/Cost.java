// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

/**
 * The measured costs of the capacity model, each with its source. A test compares every cost with the benchmark results
 * in docs/benchmarks.
 */
enum Cost {
    COLLECTOR_UPDATE(3.54, "µs of CPU an update", "pipeline.json, scenario a, collector"),
    BROKER_UPDATE(7.48, "µs of CPU an update", "pipeline.json, scenario a, broker"),
    VALIDATOR_UPDATE(20.48, "µs of CPU an update", "pipeline.json, scenario a, validator"),
    API_UPDATE(6.21, "µs of CPU an update", "pipeline.json, scenario a, policy-api"),
    COLLECTOR_BASE(0.066, "cores", "pipeline.json, scenarios a and c, collector"),
    BROKER_BASE(0.133, "cores", "pipeline.json, scenarios a and c, broker"),
    VALIDATOR_BASE(0.060, "cores", "pipeline.json, scenarios a and c, validator"),
    API_BASE(0.058, "cores", "pipeline.json, scenarios a and c, policy-api"),
    STREAM_THREAD_SHARE(0.71, "of the validator's CPU", "pipeline.json, scenario a, pathproof-valid"),
    SIGNATURES(3.80, "signatures an update", "pipeline.json, scenario a"),
    OPENSSL(16_570, "verifications a second", "pipeline.json, scenario a, OpenSSL with one thread"),
    VALIDATOR_ROUTE(98.65, "B of heap a route", "pipeline.json, scenario a"),
    API_ROW(16.0, "B of heap a route", "scale.json, heap with all rows"),
    API_PREFIX(70, "B of heap a prefix", "scale.json, heap with all rows"),
    API_PATH(8.8, "B of heap a path of a prefix", "scale.json, heap with all rows"),
    ROUTES_UPDATE(475.1, "B an update", "pipeline.json, scenario a, pathproof.routes"),
    VERDICTS_UPDATE(198.1, "B an update", "pipeline.json, scenario a, pathproof.verdicts"),
    CHANGELOG_UPDATE(90.27, "B an update", "pipeline.json, scenario a, changelog"),
    KEY(141.3, "B of heap a router key", "pipeline.json, scenario keys"),
    KEY_TABLE(14_357, "B outside the heap a router key", "pipeline.json, scenario keys"),
    FEED_ROUTE(359.7, "B of heap a route of a feed", "feed-scale.md, overrides"),
    FEED_SESSIONS(1_000, "BGP sessions", "feed-scale.md, overrides");

    private final double value;
    private final String unit;
    private final String source;

    Cost(double value, String unit, String source) {
        this.value = value;
        this.unit = unit;
        this.source = source;
    }

    double value() {
        return value;
    }

    String unit() {
        return unit;
    }

    /** Returns the file in docs/benchmarks and the part of it. */
    String source() {
        return source;
    }
}
