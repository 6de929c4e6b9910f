// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.HashSet;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Decodes and encodes complete BGP messages, header included (RFC 4271 section 4). */
public final class BgpCodec {
    /** Maximum length of a message in bytes without RFC 8654, and of OPEN and KEEPALIVE in any session. */
    public static final int MAX_LENGTH = 4096;
    /** Maximum length of a message in bytes with Extended Messages (RFC 8654). */
    public static final int MAX_EXTENDED_LENGTH = 65535;

    private static final int MARKER_LENGTH = 16;
    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;

    private BgpCodec() {}

    /**
     * Decodes one message that fills {@code message} exactly. Never throws, whatever the bytes.
     *
     * @param options the encoding of the session, see {@link #options}
     */
    public static Decoded<BgpMessage> decode(Bytes message, BgpSessionOptions options) {
        if (message.length() < BgpFramer.HEADER_LENGTH) {
            return Malformed.damaged(
                    WireError.Code.TRUNCATED,
                    "header",
                    message.length(),
                    "a BGP header has 19 bytes, " + message.length() + " are there",
                    message);
        }
        for (int i = 0; i < MARKER_LENGTH; i++) {
            if (message.u8(i) != 0xff) {
                return Malformed.damaged(
                        WireError.Code.BAD_MARKER, "header / marker", i, "the marker is not all ones", message);
            }
        }
        int length = message.u16(LENGTH_AT);
        int type = message.u8(TYPE_AT);
        if (length != message.length()) {
            return Malformed.damaged(
                    length > message.length() ? WireError.Code.TRUNCATED : WireError.Code.BAD_LENGTH,
                    "header / length",
                    LENGTH_AT,
                    "length is " + length + ", the message has " + message.length() + " bytes",
                    message);
        }
        if (length > maxLength(type, options)) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "header / length",
                    LENGTH_AT,
                    "length is " + length + ", at most " + maxLength(type, options) + " is allowed",
                    message);
        }
        return switch (type) {
            case BgpMessage.TYPE_OPEN -> OpenCodec.read(message);
            case BgpMessage.TYPE_UPDATE -> UpdateCodec.read(message, options);
            case BgpMessage.TYPE_NOTIFICATION -> readNotification(message);
            case BgpMessage.TYPE_KEEPALIVE -> readKeepAlive(message);
            case BgpMessage.TYPE_ROUTE_REFRESH -> readRouteRefresh(message);
            default -> Decoded.ok(new UnknownMessage(type, message.from(BgpFramer.HEADER_LENGTH)));
        };
    }

    /**
     * Encodes a message. An {@link Update} with errors is encoded from its well-formed attributes and from the received
     * bytes of the malformed ones.
     *
     * @throws IllegalArgumentException when the message is too long for the session
     */
    public static Bytes encode(BgpMessage message, BgpSessionOptions options) {
        ByteWriter out = new ByteWriter();
        out.u64(-1).u64(-1).u16(0).u8(message.type());
        switch (message) {
            case Open open -> OpenCodec.write(open, out);
            case Update update -> UpdateCodec.write(update, out, options);
            case Notification n -> out.u8(n.errorCode()).u8(n.errorSubcode()).bytes(n.data());
            case KeepAlive() -> {}
            case RouteRefresh(AfiSafi family, int subtype) ->
                out.u16(family.afi()).u8(subtype).u8(family.safi());
            case UnknownMessage unknown -> out.bytes(unknown.body());
        }
        int max = maxLength(message.type(), options);
        if (out.length() > max) {
            throw new IllegalArgumentException(
                    "a message of " + out.length() + " bytes, at most " + max + " are allowed");
        }
        return out.setU16(LENGTH_AT, out.length()).toBytes();
    }

    /**
     * Returns the encoding that the two OPENs of a session select for UPDATEs from {@code sender} to {@code receiver}.
     * 4-octet AS numbers and Extended Messages require both sides to advertise them. ADD-PATH requires a sender that
     * can send and a receiver that can receive.
     */
    public static BgpSessionOptions options(Open sender, Open receiver) {
        Set<AfiSafi> addPath = addPathFamilies(sender, Capability.AddPath.SEND);
        addPath.retainAll(addPathFamilies(receiver, Capability.AddPath.RECEIVE));
        return new BgpSessionOptions(
                both(sender, receiver, Capability.FourOctetAs.class),
                addPath,
                both(sender, receiver, Capability.ExtendedMessage.class));
    }

    private static boolean both(Open one, Open other, Class<? extends Capability> kind) {
        return one.find(kind).isPresent() && other.find(kind).isPresent();
    }

    private static Set<AfiSafi> addPathFamilies(Open open, int mode) {
        Set<AfiSafi> families = new HashSet<>();
        for (Capability capability : open.capabilities()) {
            if (capability instanceof Capability.AddPath addPath) {
                for (Capability.AddPath.Entry entry : addPath.entries()) {
                    if ((entry.mode() & mode) != 0) {
                        families.add(entry.family());
                    }
                }
            }
        }
        return families;
    }

    /** Returns the maximum length of a message. OPEN and KEEPALIVE never exceed 4,096 bytes (RFC 8654 section 4). */
    private static int maxLength(int type, BgpSessionOptions options) {
        return options.extendedMessage() && type != BgpMessage.TYPE_OPEN && type != BgpMessage.TYPE_KEEPALIVE
                ? MAX_EXTENDED_LENGTH
                : MAX_LENGTH;
    }

    private static Decoded<BgpMessage> readNotification(Bytes message) {
        ByteReader in = new ByteReader(message.from(BgpFramer.HEADER_LENGTH));
        if (!in.has(2)) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "NOTIFICATION / length",
                    LENGTH_AT,
                    "a NOTIFICATION has at least 21 bytes",
                    message);
        }
        return Decoded.ok(new Notification(in.u8(), in.u8(), in.rest()));
    }

    private static Decoded<BgpMessage> readKeepAlive(Bytes message) {
        return message.length() == BgpFramer.HEADER_LENGTH
                ? Decoded.ok(new KeepAlive())
                : Malformed.damaged(
                        WireError.Code.BAD_LENGTH,
                        "KEEPALIVE / length",
                        LENGTH_AT,
                        "a KEEPALIVE has 19 bytes, not " + message.length(),
                        message);
    }

    /** Reads ROUTE-REFRESH. A longer message carries route filters (RFC 5291) and is kept as bytes. */
    private static Decoded<BgpMessage> readRouteRefresh(Bytes message) {
        ByteReader in = new ByteReader(message.from(BgpFramer.HEADER_LENGTH));
        if (!in.has(4)) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "ROUTE-REFRESH / length",
                    LENGTH_AT,
                    "a ROUTE-REFRESH has at least 23 bytes",
                    message);
        }
        if (in.remaining() > 4) {
            return Decoded.ok(new UnknownMessage(BgpMessage.TYPE_ROUTE_REFRESH, in.rest()));
        }
        int afi = in.u16();
        int subtype = in.u8();
        return Decoded.ok(new RouteRefresh(new AfiSafi(afi, in.u8()), subtype));
    }
}
