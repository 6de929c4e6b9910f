// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;

/**
 * A packet of a capture.
 *
 * @param offset where its record (pcap) or block (pcapng) starts in the file
 * @param timestampNanos nanoseconds since 1970; 0 when the file gives none
 * @param linkType the LINKTYPE of its interface, which says how {@code data} starts
 * @param data what was captured, maybe less than was on the wire
 */
public record CapturedPacket(long offset, long timestampNanos, int linkType, Bytes data) {}
