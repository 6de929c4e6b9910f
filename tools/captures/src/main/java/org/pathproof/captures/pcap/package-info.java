// SPDX-License-Identifier: Apache-2.0
/**
 * Reads packet captures and reassembles the TCP streams in them, for example those of BGP and BMP.
 *
 * <p>Reading has three independent steps. {@link CaptureReader} reads the packets of a pcap or pcapng file. {@link
 * TcpSegment} finds the TCP segment in a packet. {@link TcpReassembler} puts the segments of each direction in order
 * and reports missing bytes. The caller decodes the bytes.
 *
 * <p>Formats: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng, RFC 791, RFC 8200, RFC 9293.
 */
@NullMarked
package org.pathproof.captures.pcap;

import org.jspecify.annotations.NullMarked;
