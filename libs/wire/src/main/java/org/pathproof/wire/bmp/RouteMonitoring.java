// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;
import org.pathproof.wire.bmp.MonitoringTlvs.Numbering;

/**
 * Route Monitoring (RFC 7854 section 4.6): one UPDATE. In version 4 the UPDATE is one of several TLVs
 * (draft-ietf-grow-bmp-tlv section 5.2).
 *
 * @param bgpMessage the UPDATE, header included
 * @param tlvs the other TLVs of version 4
 */
public record RouteMonitoring(PerPeerHeader peer, Bytes bgpMessage, MonitoringTlvs tlvs) implements BmpMessage {
    private static final Bytes MARKER = Bytes.fromHex("ff".repeat(16));

    /** Creates a message of version 3. */
    public RouteMonitoring(PerPeerHeader peer, Bytes bgpMessage) {
        this(peer, bgpMessage, MonitoringTlvs.NONE);
    }

    static Decoded<RouteMonitoring> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) ->
                Decoded.ok(new RouteMonitoring(peer, body.reader().rest()));
        };
    }

    static Decoded<RouteMonitoring> decodeVersion4(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeTlvs(peer, body);
        };
    }

    private static Decoded<RouteMonitoring> decodeTlvs(PerPeerHeader peer, BmpBody body) {
        ByteReader in = body.reader();
        int start = in.position();
        if (startsWithMarker(in.peek(Math.min(in.remaining(), MARKER.length())))) {
            return body.damaged(
                    Code.BAD_VALUE,
                    "TLVs",
                    start,
                    "a BGP message in place of TLVs, as in version 3 and the first drafts of version 4");
        }
        List<IndexedTlv> tlvs = new ArrayList<>();
        while (in.remaining() > 0) {
            if (!body.has(IndexedTlv.HEADER_LENGTH)) {
                return body.truncated("TLV header", IndexedTlv.HEADER_LENGTH);
            }
            int type = in.u16();
            int length = in.u16();
            int index = in.u16();
            if (!body.has(length)) {
                return body.truncated("value of TLV " + type, length);
            }
            tlvs.add(new IndexedTlv(type, index, in.take(length)));
        }
        Numbering numbering = numberingOf(tlvs);
        if (numbering == null) {
            return body.damaged(
                    Code.MISSING,
                    "BGP Message TLV",
                    start,
                    "no BGP Message TLV (type 7; type 4 in drafts before draft-ietf-grow-bmp-tlv-20), types are "
                            + tlvs.stream()
                                    .limit(20)
                                    .map(t -> "" + t.type())
                                    .collect(Collectors.joining(", ", "[", "]")));
        }
        List<IndexedTlv> messages =
                tlvs.stream().filter(t -> t.type() == numbering.bgpMessage()).toList();
        if (messages.size() > 1) {
            return body.damaged(
                    Code.DUPLICATE, "BGP Message TLV", start, messages.size() + " BGP Message TLVs, one is allowed");
        }
        tlvs.removeAll(messages);
        return Decoded.ok(new RouteMonitoring(
                peer,
                messages.getFirst().value(),
                tlvs.isEmpty() ? MonitoringTlvs.NONE : new MonitoringTlvs(numbering, List.copyOf(tlvs))));
    }

    /** Returns the numbering whose BGP Message TLV holds a BGP message, or null. */
    private static @Nullable Numbering numberingOf(List<IndexedTlv> tlvs) {
        for (Numbering numbering : List.of(Numbering.CURRENT, Numbering.EARLY)) {
            for (IndexedTlv tlv : tlvs) {
                if (tlv.type() == numbering.bgpMessage() && startsWithMarker(tlv.value())) {
                    return numbering;
                }
            }
        }
        return null;
    }

    private static boolean startsWithMarker(Bytes value) {
        return value.length() >= MARKER.length()
                && value.slice(0, MARKER.length()).equals(MARKER);
    }

    void write(int version, ByteWriter out) {
        peer.write(out);
        if (version == BmpFramer.VERSION_3) {
            out.bytes(bgpMessage);
            return;
        }
        tlvs.all().forEach(tlv -> tlv.write(out));
        new IndexedTlv(tlvs.numbering().bgpMessage(), 0, bgpMessage).write(out);
    }

    @Override
    public int type() {
        return TYPE_ROUTE_MONITORING;
    }
}
