// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;

/**
 * A packet of a capture.
 *
 * @param offset offset in the file of the packet's record (pcap) or block (pcapng)
 * @param timestampNanos nanoseconds since 1970; 0 if unknown
 * @param linkType the LINKTYPE number of the interface, which defines the layout of {@code data}
 * @param data the captured bytes, possibly fewer than were on the wire
 */
public record CapturedPacket(long offset, long timestampNanos, int linkType, Bytes data) {}
