// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import java.util.Map;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/** Reads and writes whole BMP messages, common header included (RFC 7854 section 4.1). */
public final class BmpCodec {
    private interface BodyDecoder {
        Decoded<? extends BmpMessage> decode(BmpBody body);
    }

    private static final Map<Integer, BodyDecoder> DECODERS = Map.of(
            BmpMessage.TYPE_ROUTE_MONITORING, RouteMonitoring::decode,
            BmpMessage.TYPE_STATISTICS_REPORT, StatisticsReport::decode,
            BmpMessage.TYPE_PEER_DOWN, PeerDown::decode,
            BmpMessage.TYPE_PEER_UP, PeerUp::decode,
            BmpMessage.TYPE_INITIATION, Initiation::decode,
            BmpMessage.TYPE_TERMINATION, Termination::decode,
            BmpMessage.TYPE_ROUTE_MIRRORING, RouteMirroring::decode);

    private BmpCodec() {}

    /**
     * Decodes one message that fills {@code message} exactly. Never throws on any octets. A message of version 4 or of an
     * unassigned type becomes an {@link UnknownBmpMessage}.
     */
    public static Decoded<BmpMessage> decode(Bytes message) {
        return switch (BmpFramer.messageLength(message, Integer.MAX_VALUE)) {
            case Decoded.Damaged<Integer>(WireError error, var header) -> Decoded.damaged(error, message);
            case Decoded.Ok<Integer>(Integer length)
            when length == 0 ->
                Decoded.damaged(
                        new WireError(
                                Code.TRUNCATED,
                                "common header",
                                message.length(),
                                "BMP common header: it needs " + BmpFramer.HEADER_LENGTH + " octets and "
                                        + message.length() + " are there"),
                        message);
            case Decoded.Ok<Integer>(Integer length)
            when length != message.length() ->
                Decoded.damaged(
                        new WireError(
                                length > message.length() ? Code.TRUNCATED : Code.TRAILING_BYTES,
                                "common header / message length",
                                1,
                                "BMP common header: message length " + length + " and " + message.length()
                                        + " octets are there"),
                        message);
            case Decoded.Ok<Integer> whole -> decodeBody(message);
        };
    }

    private static Decoded<BmpMessage> decodeBody(Bytes message) {
        int version = message.u8(0);
        int type = message.u8(5);
        BodyDecoder decoder = version == BmpFramer.VERSION_3 ? DECODERS.get(type) : null;
        if (decoder == null) {
            return Decoded.ok(new UnknownBmpMessage(version, type, message.from(BmpFramer.HEADER_LENGTH)));
        }
        return decoder.decode(new BmpBody(message, BmpMessage.nameOf(type))).map(m -> m);
    }

    public static Bytes encode(BmpMessage message) {
        ByteWriter out = new ByteWriter();
        out.u8(message instanceof UnknownBmpMessage unknown ? unknown.version() : BmpFramer.VERSION_3);
        out.u32(0);
        out.u8(message.type());
        switch (message) {
            case RouteMonitoring m -> {
                m.peer().write(out);
                out.bytes(m.bgpMessage());
            }
            case StatisticsReport m -> m.write(out);
            case PeerDown m -> {
                m.peer().write(out);
                out.u8(m.reason()).bytes(m.data());
            }
            case PeerUp m -> m.write(out);
            case Initiation m -> writeTlvs(m.tlvs(), out);
            case Termination m -> writeTlvs(m.tlvs(), out);
            case RouteMirroring m -> {
                m.peer().write(out);
                writeTlvs(m.tlvs(), out);
            }
            case UnknownBmpMessage m -> out.bytes(m.body());
        }
        return out.setU32(1, out.length()).toBytes();
    }

    /** Throws IllegalArgumentException when a value does not fit its two-octet length. */
    static void writeTlvs(List<Tlv> tlvs, ByteWriter out) {
        for (Tlv tlv : tlvs) {
            if (tlv.value().length() > 0xffff) {
                throw new IllegalArgumentException(
                        "TLV " + tlv.type() + " of " + tlv.value().length() + " octets is longer than 65535");
            }
            out.u16(tlv.type()).u16(tlv.value().length()).bytes(tlv.value());
        }
    }
}
