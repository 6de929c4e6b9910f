// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.util.Map;
import java.util.Optional;

/** Figures of Wirtgen et al., "The Multiple Benefits of a Secure Transport for BGP" (2024). */
final class Paper {
    /** Section 3.3: the delay of the links between ten routers, 15 ms each, without the cost of a transport. */
    static final double LINE_MS = 150;
    /** Section 5.2: median time from the first packet of a secure session to the blackhole route, and its range. */
    static final String BLACKHOLE = "0.39 s (0.39 to 0.42 s)";

    /** Section 3.3 states three medians, and that TCP-AO adds 0.4 ms to TCP and to TLS. */
    private static final Map<String, Median> MEDIANS = Map.of(
            Kind.TCP.label(), new Median(151.6, false),
            Kind.TLS.label(), new Median(151.9, false),
            Kind.QUIC.label(), new Median(153.8, false),
            Kind.TCP_AO.label(), new Median(152.0, true),
            Kind.TLS_AO_HANDSHAKE.label(), new Median(152.3, true));

    private Paper() {}

    /**
     * A median of the time through the line.
     *
     * @param computed true for a sum of two stated figures
     */
    record Median(double ms, boolean computed) {
        @Override
        public String toString() {
            return ms + " ms" + (computed ? " (sum)" : "");
        }
    }

    /** Returns the median of a transport; empty if the paper has none. */
    static Optional<Median> median(String transport) {
        return Optional.ofNullable(MEDIANS.get(transport));
    }
}
