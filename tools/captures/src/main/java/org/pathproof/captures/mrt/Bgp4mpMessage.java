// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;

/**
 * BGP4MP_MESSAGE and its variants (RFC 6396 sections 4.4.2 to 4.4.6, RFC 8050 section 3): a BGP message of a session.
 *
 * @param local true when the collector sent the message
 * @param options the encoding that the subtype defines
 * @param message the BGP message, header included
 */
public record Bgp4mpMessage(
        long timestampMicros, Bgp4mpPeering peering, boolean local, BgpSessionOptions options, Bytes message)
        implements MrtRecord {
    private static final Set<AfiSafi> ALL = Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);

    static Decoded<MrtRecord> read(long timestampMicros, boolean as4, boolean local, boolean addPath, Bytes body) {
        ByteReader in = new ByteReader(body);
        BgpSessionOptions options = new BgpSessionOptions(as4, addPath ? ALL : Set.of(), true);
        return switch (Bgp4mpPeering.read(in, as4, body)) {
            case Decoded.Ok<Bgp4mpPeering>(Bgp4mpPeering peering) ->
                Decoded.ok(new Bgp4mpMessage(timestampMicros, peering, local, options, in.rest()));
            case Decoded.Damaged<Bgp4mpPeering>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
        };
    }

    /** Decodes the BGP message. */
    public Decoded<BgpMessage> decode() {
        return BgpCodec.decode(message, options);
    }
}
