// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * Decodes and encodes complete BMP messages, common header included. Version 3 is RFC 7854. Version 4
 * (draft-ietf-grow-bmp-tlv) has the same records with additional TLVs.
 */
public final class BmpCodec {
    private interface BodyDecoder {
        Decoded<? extends BmpMessage> decode(BmpBody body);
    }

    private static final Map<Integer, BodyDecoder> VERSION_3 = Map.of(
            BmpMessage.TYPE_ROUTE_MONITORING, RouteMonitoring::decode,
            BmpMessage.TYPE_STATISTICS_REPORT, StatisticsReport::decode,
            BmpMessage.TYPE_PEER_DOWN, PeerDown::decode,
            BmpMessage.TYPE_PEER_UP, PeerUp::decode,
            BmpMessage.TYPE_INITIATION, Initiation::decode,
            BmpMessage.TYPE_TERMINATION, Termination::decode,
            BmpMessage.TYPE_ROUTE_MIRRORING, RouteMirroring::decode);
    private static final Map<Integer, BodyDecoder> VERSION_4 = version4();

    private BmpCodec() {}

    private static Map<Integer, BodyDecoder> version4() {
        Map<Integer, BodyDecoder> decoders = new HashMap<>(VERSION_3);
        decoders.put(BmpMessage.TYPE_ROUTE_MONITORING, RouteMonitoring::decodeVersion4);
        decoders.put(BmpMessage.TYPE_STATISTICS_REPORT, StatisticsReport::decodeVersion4);
        decoders.put(BmpMessage.TYPE_PEER_DOWN, PeerDown::decodeVersion4);
        return Map.copyOf(decoders);
    }

    /**
     * Decodes one message that fills {@code message} exactly. Never throws, whatever the bytes. A message of an
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
                                "BMP common header: it needs " + BmpFramer.HEADER_LENGTH + " bytes and "
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
                                        + " bytes are there"),
                        message);
            case Decoded.Ok<Integer> whole -> decodeBody(message);
        };
    }

    private static Decoded<BmpMessage> decodeBody(Bytes message) {
        int version = message.u8(0);
        int type = message.u8(5);
        @Nullable BodyDecoder decoder = (version == BmpFramer.VERSION_3 ? VERSION_3 : VERSION_4).get(type);
        if (decoder == null) {
            return Decoded.ok(new UnknownBmpMessage(version, type, message.from(BmpFramer.HEADER_LENGTH)));
        }
        return decoder.decode(new BmpBody(message, BmpMessage.nameOf(type))).map(m -> m);
    }

    /** Encodes a message as version 3, or as version 4 when it has TLVs that only version 4 can carry. */
    public static Bytes encode(BmpMessage message) {
        boolean onlyVersion4 = switch (message) {
            case RouteMonitoring m -> !m.tlvs().all().isEmpty();
            case StatisticsReport m -> !m.tlvs().isEmpty();
            case PeerDown m -> !m.trailing().isEmpty();
            case UnknownBmpMessage m -> m.version() == BmpFramer.VERSION_4;
            default -> false;
        };
        return encode(message, onlyVersion4 ? BmpFramer.VERSION_4 : BmpFramer.VERSION_3);
    }

    /**
     * Encodes a message as the given version. Version 3 leaves out the TLVs that only version 4 can carry. An
     * {@link UnknownBmpMessage} keeps the version that it has.
     */
    public static Bytes encode(BmpMessage message, int version) {
        ByteWriter out = new ByteWriter();
        out.u8(message instanceof UnknownBmpMessage unknown ? unknown.version() : version);
        out.u32(0);
        out.u8(message.type());
        switch (message) {
            case RouteMonitoring m -> m.write(version, out);
            case StatisticsReport m -> m.write(version, out);
            case PeerDown m -> {
                m.peer().write(out);
                out.u8(m.reason()).bytes(m.data());
                Tlv.write(version == BmpFramer.VERSION_3 ? List.of() : m.trailing(), out);
            }
            case PeerUp m -> m.write(out);
            case Initiation m -> Tlv.write(m.tlvs(), out);
            case Termination m -> Tlv.write(m.tlvs(), out);
            case RouteMirroring m -> {
                m.peer().write(out);
                Tlv.write(m.tlvs(), out);
            }
            case UnknownBmpMessage m -> out.bytes(m.body());
        }
        return out.setU32(1, out.length()).toBytes();
    }
}
