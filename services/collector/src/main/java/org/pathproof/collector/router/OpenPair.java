// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.UnreadableOpens;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.PeerUp;

/**
 * The two OPENs of a Peer Up (RFC 7854 section 4.10). FRR sends a BGP header in place of an OPEN that it has not kept.
 *
 * @param sent the OPEN that the router sent; null if it cannot be read
 * @param received the OPEN that the router received; null if it cannot be read
 */
record OpenPair(@Nullable Open sent, @Nullable Open received) {
    /**
     * Decodes the OPENs of a Peer Up.
     *
     * @param damaged receives the error and the bytes of each OPEN that cannot be read
     */
    static OpenPair of(PeerUp up, BiConsumer<WireError, Bytes> damaged) {
        return new OpenPair(
                open(up.sentOpen(), "sent OPEN", damaged), open(up.receivedOpen(), "received OPEN", damaged));
    }

    boolean isEmpty() {
        return sent == null && received == null;
    }

    /** Returns this pair with the readable OPEN in both places. Of a Loc-RIB, both describe the router itself. */
    OpenPair ofLocRib() {
        return new OpenPair(sent == null ? received : sent, received == null ? sent : received);
    }

    UnreadableOpens unreadable() {
        if (sent == null) {
            return received == null ? UnreadableOpens.BOTH_OPENS : UnreadableOpens.SENT_OPEN;
        }
        return received == null ? UnreadableOpens.RECEIVED_OPEN : UnreadableOpens.OPENS_READ;
    }

    private static @Nullable Open open(Bytes data, String which, BiConsumer<WireError, Bytes> damaged) {
        switch (BgpCodec.decode(data, BgpSessionOptions.DEFAULT)) {
            case Decoded.Ok<BgpMessage>(Open open) -> {
                return open;
            }
            case Decoded.Ok<BgpMessage>(BgpMessage other) ->
                damaged.accept(
                        new WireError(
                                WireError.Code.BAD_VALUE,
                                "Peer Up / " + which,
                                0,
                                "a BGP message of type " + other.type() + " in place of an OPEN"),
                        data);
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes bytes) ->
                damaged.accept(error.within("Peer Up / " + which, 0), bytes);
        }
        return null;
    }
}
