// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.Optional;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/**
 * Where a message was found.
 *
 * @param offset of its first octet in the input; in a capture, of the packet that brought it
 * @param flow the direction of the TCP connection, in a capture
 * @param timestampNanos when it was captured, nanoseconds since 1970; 0 outside of a capture
 * @param record the OpenBMP record around it
 */
public record Place(long offset, Optional<TcpFlow> flow, long timestampNanos, Optional<OpenBmpRaw> record) {
    public static Place at(long offset) {
        return new Place(offset, Optional.empty(), 0, Optional.empty());
    }

    public Place in(OpenBmpRaw around, long bmpOffset) {
        return new Place(bmpOffset, flow, timestampNanos, Optional.of(around));
    }
}
