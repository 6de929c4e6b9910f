// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.measure.Latencies;

/**
 * The result of one transport. Times of a transport that this machine lacks are null.
 *
 * @param unavailable reason for which the machine lacks the transport; null if it has it
 * @param p50Ms median from the due time of a route at the router to its receipt by the collector
 * @param spread further percentiles of this time
 * @param verdictP50Ms median from the due time of a route to its verdict
 * @param tableS seconds from the first byte of an unsigned table to its last verdict
 * @param cpuUsPerUpdate CPU time of both ends of the transport alone, kernel included, in microseconds
 * @param survivesRst true if the session survives a forged reset, or the forged packets of QUIC
 * @param survivesInjection true if forged data neither reach the receiver nor end the session
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TransportResult(
        @JsonProperty("transport") String transport,
        @JsonProperty("unavailable") @Nullable String unavailable,
        @JsonProperty("updates") @Nullable Integer updates,
        @JsonProperty("p50_ms") @Nullable Double p50Ms,
        @JsonProperty("p99_ms") @Nullable Double p99Ms,
        @JsonProperty("spread_ms") @Nullable Spread spread,
        @JsonProperty("verdict_p50_ms") @Nullable Double verdictP50Ms,
        @JsonProperty("verdict_p99_ms") @Nullable Double verdictP99Ms,
        @JsonProperty("table_routes") @Nullable Integer tableRoutes,
        @JsonProperty("table_s") @Nullable Double tableS,
        @JsonProperty("cpu_us_per_update") @Nullable Double cpuUsPerUpdate,
        @JsonProperty("survives_rst") @Nullable Boolean survivesRst,
        @JsonProperty("survives_injection") @Nullable Boolean survivesInjection) {
    /** Percentiles in milliseconds. */
    record Spread(double p5, double p25, double p75, double p95, double max) {
        static Spread of(Latencies latencies) {
            return new Spread(
                    millis(latencies, 5),
                    millis(latencies, 25),
                    millis(latencies, 75),
                    millis(latencies, 95),
                    millis(latencies, 100));
        }
    }

    static TransportResult unavailable(Kind kind, String reason) {
        return new TransportResult(
                kind.label(), reason, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Returns a percentile in milliseconds, with two decimals. */
    static double millis(Latencies latencies, double percent) {
        return rounded(latencies.percentile(percent));
    }

    /** Returns a value with two decimals. */
    static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    boolean measured() {
        return unavailable == null;
    }
}
