// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

/** A record of an MRT file (RFC 6396 section 2). */
public sealed interface MrtRecord
        permits PeerIndexTable, Rib, TableDump, Bgp4mpMessage, Bgp4mpStateChange, UnknownMrtRecord {
    int TABLE_DUMP = 12;
    int TABLE_DUMP_V2 = 13;
    int BGP4MP = 16;
    int BGP4MP_ET = 17;

    /**
     * Returns the time of the event or dump in microseconds since 1970. Only extended types have fractions of a second.
     */
    long timestampMicros();
}
