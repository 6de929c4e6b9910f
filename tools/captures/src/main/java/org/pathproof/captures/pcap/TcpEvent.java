// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;

/** An event in one direction of a TCP connection. Events are in the order of the bytes. */
public sealed interface TcpEvent {
    TcpFlow flow();

    /** A new connection starts on this flow. Any earlier connection on this flow has ended. */
    record Start(TcpFlow flow) implements TcpEvent {}

    /**
     * The next bytes.
     *
     * @param packetOffset offset in the capture of the packet that carried them
     * @param timestampNanos time of capture in nanoseconds since 1970
     */
    record Data(TcpFlow flow, long packetOffset, long timestampNanos, Bytes bytes) implements TcpEvent {}

    /** Bytes that are missing from the capture. */
    record Gap(TcpFlow flow, long packetOffset, long missing) implements TcpEvent {}

    /** The direction has ended: FIN, RST, a new SYN, or the end of the capture. */
    record End(TcpFlow flow) implements TcpEvent {}
}
