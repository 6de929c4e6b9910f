// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerOpens;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.reading.SessionDecoder;

/**
 * Decodes the BGP messages in the BMP messages of one router, with the capabilities of each peer's last Peer Up. The
 * capabilities stay in use after a Peer Down, because mirrored messages of the session may follow. Monitored messages
 * whose bytes contradict the capabilities are decoded as their bytes show.
 */
final class BmpSessions {
    /** @param neighbor AS and BGP Identifier of a neighbor with a link-local address, 32 bits each; else 0 */
    private record Peer(int type, long distinguisher, Bytes address, long neighbor) {}

    private record View(Peer peer, RibView view) {}

    private final Map<Peer, PeerOpens> opens = new HashMap<>();
    private final Map<View, SessionDecoder> decoders = new HashMap<>();

    /**
     * Returns the BGP messages in a BMP message, in order. A Peer Up has two.
     *
     * @param warnings receives a sentence for each contradiction
     */
    List<Decoded<BgpMessage>> bgpMessages(BmpMessage message, Consumer<String> warnings) {
        return switch (message) {
            case RouteMonitoring m -> monitored(m, warnings);
            case RouteMirroring m -> {
                BgpSessionOptions options =
                        opens(m.peer()).map(PeerOpens::mirroring).orElse(BgpSessionOptions.DEFAULT);
                yield m.bgpMessages().stream()
                        .map(b -> BgpCodec.decode(b, options))
                        .toList();
            }
            case PeerUp m -> {
                decoders.keySet().removeIf(view -> view.peer().equals(peer(m.peer())));
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

    private List<Decoded<BgpMessage>> monitored(RouteMonitoring m, Consumer<String> warnings) {
        BgpSessionOptions declared = opens(m.peer()).map(o -> o.monitoring(m)).orElseGet(() -> PeerOpens.assumed(m));
        boolean explicit = m.tlvs().capabilities().stream().anyMatch(Capability.AddPath.class::isInstance);
        SessionDecoder decoder =
                decoders.computeIfAbsent(new View(peer(m.peer()), m.peer().view()), v -> new SessionDecoder());
        BgpFramer.Messages found = BgpFramer.split(m.bgpMessage());
        List<Decoded<BgpMessage>> all = new ArrayList<>();
        for (Bytes bgp : found.messages()) {
            if (explicit) {
                all.add(BgpCodec.decode(bgp, declared));
            } else {
                SessionDecoder.Result result = decoder.decode(bgp, declared);
                all.add(result.message());
                result.contradictions().forEach(c -> warnings.accept(c.sentence()));
            }
        }
        if (found.messages().size() > 1) {
            warnings.accept("a Route Monitoring message has more than one BGP message");
        }
        if (!found.trailing().isEmpty()) {
            WireError error = new WireError(
                    WireError.Code.TRAILING_BYTES,
                    "Route Monitoring",
                    m.bgpMessage().length() - found.trailing().length(),
                    found.trailing().length() + " bytes after the UPDATE are no BGP message");
            all.add(Decoded.damaged(error, found.trailing()));
        }
        return all;
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
