// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AttributeFault;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/** Error codes and subcodes of NOTIFICATIONs: RFC 4271 section 4.5, RFC 4486, RFC 6608, RFC 7313, RFC 8538. */
final class Notifications {
    static final int HEADER_ERROR = 1;
    static final int OPEN_ERROR = 2;
    static final int UPDATE_ERROR = 3;
    static final int HOLD_TIMER_EXPIRED = 4;
    static final int FSM_ERROR = 5;
    static final int CEASE = 6;
    private static final int ROUTE_REFRESH_ERROR = 7;

    static final int ADMINISTRATIVE_SHUTDOWN = 2;
    static final int PEER_DECONFIGURED = 3;
    static final int ADMINISTRATIVE_RESET = 4;
    static final int CONNECTION_REJECTED = 5;
    static final int CONNECTION_COLLISION = 7;
    static final int HARD_RESET = 9;

    static final int UNSUPPORTED_VERSION = 1;
    static final int BAD_PEER_AS = 2;
    static final int BAD_IDENTIFIER = 3;
    static final int UNACCEPTABLE_HOLD_TIME = 6;
    static final int UNSUPPORTED_CAPABILITY = 7;

    private static final int NOT_SYNCHRONIZED = 1;
    private static final int BAD_LENGTH = 2;
    private static final int BAD_TYPE = 3;
    private static final int MALFORMED_ATTRIBUTE_LIST = 1;
    private static final int UNRECOGNIZED_ATTRIBUTE = 2;
    private static final int MISSING_ATTRIBUTE = 3;
    private static final int ATTRIBUTE_FLAGS_ERROR = 4;
    private static final int ATTRIBUTE_LENGTH_ERROR = 5;
    private static final int INVALID_ORIGIN = 6;
    private static final int INVALID_NEXT_HOP = 8;
    private static final int OPTIONAL_ATTRIBUTE_ERROR = 9;
    private static final int INVALID_NETWORK_FIELD = 10;
    private static final int MALFORMED_AS_PATH = 11;
    private static final int INVALID_MESSAGE_LENGTH = 1;

    /** Longest NOTIFICATION that every neighbor accepts, without its header, code and subcode. */
    private static final int MAX_DATA_BYTES = BgpCodec.MAX_LENGTH - BgpFramer.HEADER_LENGTH - 2;

    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;
    private static final int MAX_TEXT_BYTES = 255;

    private Notifications() {}

    static Notification of(int code, int subcode) {
        return new Notification(code, subcode, Bytes.EMPTY);
    }

    /**
     * Returns a Finite State Machine Error. Its subcode is the state in which an unexpected message arrived (RFC 6608
     * section 3).
     */
    static Notification unexpected(BgpState state) {
        return of(
                FSM_ERROR,
                switch (state) {
                    case OPEN_SENT -> 1;
                    case OPEN_CONFIRM -> 2;
                    case ESTABLISHED -> 3;
                    case IDLE, ACTIVE, CONNECT -> 0;
                });
    }

    /** Returns the error for an unknown message type (RFC 4271 section 6.1). */
    static Notification badType(int type) {
        return new Notification(
                HEADER_ERROR, BAD_TYPE, new ByteWriter(1).u8(type).toBytes());
    }

    /** Returns a Cease with a Shutdown Communication of 255 bytes of UTF-8 at most (RFC 9003 section 2). */
    static Notification cease(int subcode, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, MAX_TEXT_BYTES);
        while (length > 0 && length < utf8.length && (utf8[length] & 0xc0) == 0x80) {
            length--; // do not cut a character
        }
        Bytes data = length == 0
                ? Bytes.EMPTY
                : new ByteWriter().u8(length).bytes(Bytes.wrap(utf8, 0, length)).toBytes();
        return new Notification(CEASE, subcode, data);
    }

    /**
     * Wraps an error so that the neighbor drops the routes although the "N" bit was exchanged (RFC 8538 section 3.1).
     */
    static Notification hardReset(Notification reason) {
        return new Notification(
                CEASE,
                HARD_RESET,
                new ByteWriter()
                        .u8(reason.errorCode())
                        .u8(reason.errorSubcode())
                        .bytes(reason.data())
                        .toBytes());
    }

    /**
     * Returns the error for a ROUTE-REFRESH of a wrong length, with the message (RFC 7313 section 5). The message is
     * cut so that the NOTIFICATION has at most 4,096 bytes.
     */
    static Notification badRefreshLength(Bytes refresh) {
        return new Notification(
                ROUTE_REFRESH_ERROR,
                INVALID_MESSAGE_LENGTH,
                refresh.slice(0, Math.min(refresh.length(), MAX_DATA_BYTES)));
    }

    /**
     * Returns the text for the operator about a received NOTIFICATION. For a Hard Reset, the text contains the error
     * that the Hard Reset encapsulates (RFC 8538 section 3.1).
     */
    static String describe(Notification received) {
        Bytes data = received.data();
        return received.errorCode() == CEASE && received.errorSubcode() == HARD_RESET && data.length() >= 2
                ? "Hard Reset 6/9: " + new Notification(data.u8(0), data.u8(1), data.from(2)).description()
                : received.description();
    }

    /**
     * Returns the error for bytes that do not form a valid message (RFC 4271 sections 6.1 to 6.3, RFC 7313 section 5).
     *
     * @param bytes the message, or the beginning of a stream without message boundary
     */
    static Notification of(WireError error, Bytes bytes) {
        if (error.code() == WireError.Code.BAD_MARKER || bytes.length() < BgpFramer.HEADER_LENGTH) {
            return of(HEADER_ERROR, NOT_SYNCHRONIZED);
        }
        Notification badLength = new Notification(HEADER_ERROR, BAD_LENGTH, bytes.slice(LENGTH_AT, LENGTH_AT + 2));
        if (error.offset() == LENGTH_AT) {
            return bytes.u8(TYPE_AT) == BgpMessage.TYPE_ROUTE_REFRESH
                            && !error.where().startsWith("header")
                    ? badRefreshLength(bytes)
                    : badLength;
        }
        return switch (bytes.u8(TYPE_AT)) {
            case BgpMessage.TYPE_OPEN ->
                error.offset() == BgpFramer.HEADER_LENGTH
                        ? new Notification(
                                OPEN_ERROR,
                                UNSUPPORTED_VERSION,
                                new ByteWriter(2).u16(4).toBytes())
                        : of(OPEN_ERROR, 0);
            case BgpMessage.TYPE_UPDATE -> of(UPDATE_ERROR, updateSubcode(error));
            default -> badLength;
        };
    }

    /**
     * Returns the error for a fault that resets the session (RFC 4271 section 6.3). The data has the type code of a
     * missing attribute, or the faulty attribute.
     */
    static Notification of(AttributeFault fault, Update update) {
        int typeCode = fault.typeCode();
        return switch (fault.fault()) {
            case UNRECOGNIZED -> withAttribute(UNRECOGNIZED_ATTRIBUTE, typeCode, update);
            case MISSING ->
                new Notification(
                        UPDATE_ERROR,
                        MISSING_ATTRIBUTE,
                        new ByteWriter(1).u8(typeCode).toBytes());
            case FLAGS -> withAttribute(ATTRIBUTE_FLAGS_ERROR, typeCode, update);
            case REPEATED -> of(UPDATE_ERROR, MALFORMED_ATTRIBUTE_LIST);
            case OVERRUN -> withAttribute(ATTRIBUTE_LENGTH_ERROR, typeCode, update);
            default ->
                switch (typeCode) {
                    case PathAttribute.ORIGIN -> withAttribute(INVALID_ORIGIN, typeCode, update);
                    case PathAttribute.AS_PATH -> of(UPDATE_ERROR, MALFORMED_AS_PATH);
                    case PathAttribute.NEXT_HOP -> withAttribute(INVALID_NEXT_HOP, typeCode, update);
                    default -> of(UPDATE_ERROR, OPTIONAL_ATTRIBUTE_ERROR);
                };
        };
    }

    private static Notification withAttribute(int subcode, int typeCode, Update update) {
        Bytes attribute = update.attributes().stream()
                .filter(one -> one.typeCode() == typeCode)
                .findFirst()
                .map(one -> new RoutePathAttributes(List.of(one)).encode())
                .orElse(Bytes.EMPTY);
        return new Notification(
                UPDATE_ERROR, subcode, attribute.slice(0, Math.min(attribute.length(), MAX_DATA_BYTES)));
    }

    private static int updateSubcode(WireError error) {
        String where = error.where();
        if (error.code() == WireError.Code.DUPLICATE) {
            return MALFORMED_ATTRIBUTE_LIST; // RFC 7606 section 3(g)
        }
        if (where.endsWith("Routes Length") || where.endsWith("Attribute Length")) {
            return MALFORMED_ATTRIBUTE_LIST;
        }
        return where.startsWith("UPDATE / Withdrawn Routes") || where.startsWith("UPDATE / Network Layer")
                ? INVALID_NETWORK_FIELD
                : OPTIONAL_ATTRIBUTE_ERROR;
    }
}
