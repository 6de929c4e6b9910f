// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;

/** A BMP message (RFC 7854 section 4). */
public sealed interface BmpMessage
        permits RouteMonitoring,
                StatisticsReport,
                PeerDown,
                PeerUp,
                Initiation,
                Termination,
                RouteMirroring,
                UnknownBmpMessage {
    int TYPE_ROUTE_MONITORING = 0;
    int TYPE_STATISTICS_REPORT = 1;
    int TYPE_PEER_DOWN = 2;
    int TYPE_PEER_UP = 3;
    int TYPE_INITIATION = 4;
    int TYPE_TERMINATION = 5;
    int TYPE_ROUTE_MIRRORING = 6;

    /** The type octet of the common header. */
    int type();

    /** The name that tools print: {@code route_monitoring}, {@code peer_up}, … */
    default String typeName() {
        List<String> names = List.of(
                "route_monitoring",
                "statistics_report",
                "peer_down",
                "peer_up",
                "initiation",
                "termination",
                "route_mirroring");
        return type() < names.size() ? names.get(type()) : "unknown_" + type();
    }
}
