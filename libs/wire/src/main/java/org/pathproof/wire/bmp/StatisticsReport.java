// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.Bytes;

/** Statistics Report (RFC 7854 section 4.8, RFC 8671, RFC 9069): counters and gauges, unknown ones kept as octets. */
public record StatisticsReport(PerPeerHeader peer, List<Stat> stats) implements BmpMessage {
    /** One statistic: its IANA type and its value as octets (4, 8, or 3 + 8 with a family in front). */
    public record Stat(int type, Bytes value) {}

    @Override
    public int type() {
        return TYPE_STATISTICS_REPORT;
    }
}
