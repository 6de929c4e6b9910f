// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The result of one transport. Times of a transport that this machine lacks are null.
 *
 * @param unavailable reason for which the machine lacks the transport; null if it has it
 * @param p50Ms median from the due time of a route at the router to its receipt by the collector
 * @param verdictP50Ms median from the due time of a route to its verdict
 * @param tableS seconds from the first byte of a table to its last verdict
 * @param cpuUsPerUpdate CPU time of both ends of the transport, kernel included, in microseconds
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
        @JsonProperty("verdict_p50_ms") @Nullable Double verdictP50Ms,
        @JsonProperty("verdict_p99_ms") @Nullable Double verdictP99Ms,
        @JsonProperty("table_routes") @Nullable Integer tableRoutes,
        @JsonProperty("table_s") @Nullable Double tableS,
        @JsonProperty("cpu_us_per_update") @Nullable Double cpuUsPerUpdate,
        @JsonProperty("survives_rst") @Nullable Boolean survivesRst,
        @JsonProperty("survives_injection") @Nullable Boolean survivesInjection) {
    static TransportResult unavailable(Kind kind, String reason) {
        return new TransportResult(kind.label(), reason, null, null, null, null, null, null, null, null, null, null);
    }
}
