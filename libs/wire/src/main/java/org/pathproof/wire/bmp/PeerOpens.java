// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;

/**
 * The two OPENs of a Peer Up. The OPENs select the encoding of the BGP messages that the router then reports.
 *
 * <p>Messages above 4,096 bytes are always accepted, because a router may rebuild a message that it reports.
 *
 * @param sent the OPEN that the router sent
 * @param received the OPEN that the peer sent
 */
public record PeerOpens(Open sent, Open received) {
    /** Decodes the OPENs of a Peer Up. The result is damaged if one of them is not a valid OPEN. */
    public static Decoded<PeerOpens> of(PeerUp peerUp) {
        return switch (open(peerUp, true)) {
            case Decoded.Damaged<Open>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<Open>(var sent) -> open(peerUp, false).map(received -> new PeerOpens(sent, received));
        };
    }

    private static Decoded<Open> open(PeerUp peerUp, boolean sent) {
        Bytes bytes = sent ? peerUp.sentOpen() : peerUp.receivedOpen();
        return switch (BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT)) {
            case Decoded.Ok<BgpMessage>(Open open) -> Decoded.ok(open);
            case Decoded.Ok<BgpMessage>(var other) ->
                Decoded.damaged(
                        new WireError(
                                WireError.Code.BAD_VALUE,
                                "peer_up / " + (sent ? "sent" : "received") + " OPEN",
                                18,
                                "a BGP message of type " + other.type() + " in place of the OPEN"),
                        bytes);
            case Decoded.Damaged<BgpMessage>(var error, var damaged) -> Decoded.damaged(error, damaged);
        };
    }

    /**
     * Returns the encoding of Route Monitoring messages with this header.
     *
     * <p>The A flag gives the size of AS numbers (RFC 7854 section 4.2). ADD-PATH follows the direction of the view.
     * The OPENs of a Loc-RIB are synthetic and only list capabilities (RFC 9069 section 5.2), so any ADD-PATH in them
     * counts.
     */
    public BgpSessionOptions monitoring(PerPeerHeader header) {
        Set<AfiSafi> addPath;
        if (header.isLocRib()) {
            addPath = addPathFamilies();
        } else if (header.isAdjRibOut()) {
            addPath = BgpCodec.options(sent, received).addPath();
        } else {
            addPath = BgpCodec.options(received, sent).addPath();
        }
        return new BgpSessionOptions(!header.hasTwoOctetAs(), addPath, true);
    }

    /**
     * Returns the encoding of a message. Its Stateless Parsing TLVs can override ADD-PATH (draft-ietf-grow-bmp-tlv).
     */
    public BgpSessionOptions monitoring(RouteMonitoring message) {
        return withTlvs(monitoring(message.peer()), message);
    }

    /**
     * Returns the encoding of mirrored messages. The OPENs alone select it; header flags have no effect (RFC 7854
     * section 4.7).
     */
    public BgpSessionOptions mirroring() {
        BgpSessionOptions negotiated = BgpCodec.options(received, sent);
        return new BgpSessionOptions(negotiated.fourOctetAs(), negotiated.addPath(), true);
    }

    /** Returns the encoding to assume for a header when no Peer Up was received. */
    public static BgpSessionOptions assumed(PerPeerHeader header) {
        return new BgpSessionOptions(!header.hasTwoOctetAs(), Set.of(), true);
    }

    /**
     * Returns the encoding to assume for a message when no Peer Up was received: that of the header and of the
     * Stateless Parsing TLVs.
     */
    public static BgpSessionOptions assumed(RouteMonitoring message) {
        return withTlvs(assumed(message.peer()), message);
    }

    private static BgpSessionOptions withTlvs(BgpSessionOptions options, RouteMonitoring message) {
        return message.tlvs().all().isEmpty()
                ? options
                : new BgpSessionOptions(
                        options.fourOctetAs(),
                        message.tlvs().addPath(options.addPath(), message.peer()),
                        options.extendedMessage());
    }

    private Set<AfiSafi> addPathFamilies() {
        return Stream.of(sent, received)
                .flatMap(open -> open.capabilities().stream())
                .filter(Capability.AddPath.class::isInstance)
                .flatMap(c -> ((Capability.AddPath) c).entries().stream())
                .map(Capability.AddPath.Entry::family)
                .collect(Collectors.toUnmodifiableSet());
    }
}
