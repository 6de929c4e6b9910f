// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The result of connections with one certificate.
 *
 * @param certificate description of the certificate, with the side that presents it
 * @param decision side that refused the connection, or {@code accepted}
 * @param millis median milliseconds from the connect of the router to the decision
 * @param closedMillis median milliseconds from the connect to the end of the router's connection; null if it stays open
 * @param message words that the operator reads in the log of the deciding side
 */
record CertificateResult(
        @JsonProperty("transport") String transport,
        @JsonProperty("certificate") String certificate,
        @JsonProperty("decision") String decision,
        @JsonProperty("p50_ms") double millis,
        @JsonProperty("closed_p50_ms") @Nullable Double closedMillis,
        @JsonProperty("message") String message) {}
