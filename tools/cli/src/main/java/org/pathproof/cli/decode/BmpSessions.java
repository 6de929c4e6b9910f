// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerOpens;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;

/**
 * Decodes the BGP messages in the BMP messages of one router, with the capabilities of each peer's last Peer Up. The
 * capabilities stay in use after a Peer Down, because mirrored messages of the session may follow.
 */
final class BmpSessions {
    /** @param neighbor AS and BGP Identifier of a neighbor with a link-local address, 32 bits each; else 0 */
    private record Peer(int type, long distinguisher, Bytes address, long neighbor) {}

    private final Map<Peer, PeerOpens> opens = new HashMap<>();

    /** Returns the BGP messages in a BMP message, in order. A Peer Up has two. */
    List<Decoded<BgpMessage>> bgpMessages(BmpMessage message) {
        return switch (message) {
            case RouteMonitoring m ->
                List.of(BgpCodec.decode(
                        m.bgpMessage(),
                        opens(m.peer()).map(o -> o.monitoring(m)).orElseGet(() -> PeerOpens.assumed(m))));
            case RouteMirroring m -> {
                BgpSessionOptions options =
                        opens(m.peer()).map(PeerOpens::mirroring).orElse(BgpSessionOptions.DEFAULT);
                yield m.bgpMessages().stream()
                        .map(b -> BgpCodec.decode(b, options))
                        .toList();
            }
            case PeerUp m -> {
                if (PeerOpens.of(m) instanceof Decoded.Ok<PeerOpens>(PeerOpens both)) {
                    opens.put(peer(m.peer()), both);
                }
                yield Stream.of(m.sentOpen(), m.receivedOpen())
                        .map(b -> BgpCodec.decode(b, BgpSessionOptions.DEFAULT))
                        .toList();
            }
            case PeerDown m ->
                m.notification()
                        .map(b -> List.of(BgpCodec.decode(b, BgpSessionOptions.DEFAULT)))
                        .orElse(List.of());
            default -> List.of();
        };
    }

    private Optional<PeerOpens> opens(PerPeerHeader header) {
        @Nullable PeerOpens known = opens.get(peer(header));
        return Optional.ofNullable(known);
    }

    private static Peer peer(PerPeerHeader header) {
        long neighbor = header.hasLinkLocalAddress() ? header.asn() << 32 | Integer.toUnsignedLong(header.bgpId()) : 0;
        return new Peer(header.peerType(), header.distinguisher(), header.address(), neighbor);
    }
}
