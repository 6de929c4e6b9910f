// SPDX-License-Identifier: Apache-2.0
/**
 * Capture files, and the TCP streams in them put in order, for BGP and BMP.
 *
 * <p>Three steps, each usable alone: {@link CaptureReader} takes packets out of a pcap or pcapng file; {@link TcpSegment} takes a
 * TCP segment out of a packet (link layer, IPv4 or IPv6, TCP); {@link TcpReassembler} puts the segments of each direction of each
 * connection in order and says where bytes are missing. What the bytes mean is for the packages {@code bgp} and {@code bmp}.
 *
 * <p>Formats: draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng, RFC 791, RFC 8200, RFC 9293.
 */
@NullMarked
package org.pathproof.captures.pcap;

import org.jspecify.annotations.NullMarked;
