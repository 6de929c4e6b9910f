// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The results of one scheme with one parameter set.
 *
 * @param signMicros propagation of a route with 4 hops to one neighbor
 * @param verifyMicros verification of a route with 4 hops, divided by 4
 * @param bytesPerHop mean size of the signatures of paths with 4 hops, divided by 4
 * @param bytesOfPath4 mean length of the path attribute with 4 hops
 * @param messagesPerSecond verification and propagation of paths with 3.7 hops on average, one at a time
 * @param delayAverage delay under {@link Arrivals#NORMAL}
 * @param delayMax delay under {@link Arrivals#NORMAL}
 */
record SchemeResult(
        String scheme,
        String parameters,
        @JsonProperty("sign_us") double signMicros,
        @JsonProperty("verify_us") double verifyMicros,
        @JsonProperty("bytes_hop") double bytesPerHop,
        @JsonProperty("bytes_path_4") double bytesOfPath4,
        @JsonProperty("messages_per_s") double messagesPerSecond,
        @JsonProperty("delay_avg_s") double delayAverage,
        @JsonProperty("delay_max_s") double delayMax) {}
