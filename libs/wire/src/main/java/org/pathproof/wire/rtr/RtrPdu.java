// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

/**
 * A protocol data unit of RTR (RFC 8210 section 5). Every one carries the protocol version of its session: 0, 1 or 2; others are kept as
 * they came, for the session to refuse.
 */
public sealed interface RtrPdu
        permits SerialNotify,
                SerialQuery,
                ResetQuery,
                CacheResponse,
                PrefixPdu,
                EndOfData,
                CacheReset,
                RouterKeyPdu,
                ErrorReport,
                AspaPdu,
                UnknownPdu {
    /** The protocol version, 0..255. */
    int version();

    /** The PDU type as IANA numbers it (registry "rpki-rtr-pdu"). */
    int type();

    /** The name of the type in that registry, in lower case with underscores. */
    default String typeName() {
        return switch (this) {
            case SerialNotify p -> "serial_notify";
            case SerialQuery p -> "serial_query";
            case ResetQuery p -> "reset_query";
            case CacheResponse p -> "cache_response";
            case PrefixPdu p -> p.vrp().prefix().isIpv4() ? "ipv4_prefix" : "ipv6_prefix";
            case EndOfData p -> "end_of_data";
            case CacheReset p -> "cache_reset";
            case RouterKeyPdu p -> "router_key";
            case ErrorReport p -> "error_report";
            case AspaPdu p -> "aspa";
            case UnknownPdu p -> "unknown";
        };
    }
}
