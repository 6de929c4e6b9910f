// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.Optional;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/**
 * The place of a message in the input.
 *
 * @param offset offset of its first byte in the input; in a capture, of its packet
 * @param flow direction of the TCP connection, in a capture
 * @param timestampNanos time of capture, nanoseconds since 1970; 0 outside a capture
 * @param record enclosing OpenBMP record
 */
public record Place(long offset, Optional<TcpFlow> flow, long timestampNanos, Optional<OpenBmpRaw> record) {
    public static Place at(long offset) {
        return new Place(offset, Optional.empty(), 0, Optional.empty());
    }

    public Place in(OpenBmpRaw around, long bmpOffset) {
        return new Place(bmpOffset, flow, timestampNanos, Optional.of(around));
    }
}
