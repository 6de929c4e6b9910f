// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;

/** What happens on one direction of a TCP connection, in the order of its bytes. */
public sealed interface TcpEvent {
    TcpFlow flow();

    /** A new connection starts on this flow; what was said on an earlier one has ended. */
    record Start(TcpFlow flow) implements TcpEvent {}

    /**
     * The next bytes.
     *
     * @param packetOffset where in the capture the packet stands that brought them
     * @param timestampNanos when it was captured, nanoseconds since 1970
     */
    record Data(TcpFlow flow, long packetOffset, long timestampNanos, Bytes bytes) implements TcpEvent {}

    /** Bytes that the capture does not have. */
    record Gap(TcpFlow flow, long packetOffset, long missing) implements TcpEvent {}

    /** Nothing more comes: FIN, RST, or the end of the capture. */
    record End(TcpFlow flow) implements TcpEvent {}
}
