// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

/** A BMP message (RFC 7854 section 4). The constants are IANA message types. */
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

    /** Returns the Message Type of the common header. */
    int type();

    /** Returns the type's name in the output of tools: {@code route_monitoring}, {@code peer_up}, … */
    default String typeName() {
        return nameOf(type());
    }

    /** Returns the name of a message type, or {@code unknown_N} if it is not assigned. */
    static String nameOf(int type) {
        return switch (type) {
            case TYPE_ROUTE_MONITORING -> "route_monitoring";
            case TYPE_STATISTICS_REPORT -> "statistics_report";
            case TYPE_PEER_DOWN -> "peer_down";
            case TYPE_PEER_UP -> "peer_up";
            case TYPE_INITIATION -> "initiation";
            case TYPE_TERMINATION -> "termination";
            case TYPE_ROUTE_MIRRORING -> "route_mirroring";
            default -> "unknown_" + type;
        };
    }
}
