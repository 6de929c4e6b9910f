// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * Decodes and encodes UPDATE (RFC 4271 section 4.3) with the error handling of RFC 7606. An error inside an attribute
 * damages only that attribute. An error that makes the prefixes unreadable damages the whole message.
 */
final class UpdateCodec {
    private static final int WITHDRAWN_LENGTH_AT = BgpFramer.HEADER_LENGTH;
    private static final int WITHDRAWN_AT = WITHDRAWN_LENGTH_AT + 2;
    private static final int MIN_LENGTH = 23;

    private UpdateCodec() {}

    /** Reads a message whose header is already checked. */
    static Decoded<BgpMessage> read(Bytes message, BgpSessionOptions options) {
        int end = message.length();
        if (end < MIN_LENGTH) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH, "UPDATE / length", 16, "an UPDATE has at least 23 bytes", message);
        }
        int withdrawnLength = message.u16(WITHDRAWN_LENGTH_AT);
        int attributesLengthAt = WITHDRAWN_AT + withdrawnLength;
        if (attributesLengthAt + 2 > end) { // RFC 7606 section 3(b)
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "UPDATE / Withdrawn Routes Length",
                    WITHDRAWN_LENGTH_AT,
                    "length is " + withdrawnLength + ", more than the message has",
                    message);
        }
        int attributesAt = attributesLengthAt + 2;
        int attributesLength = message.u16(attributesLengthAt);
        int nlriAt = attributesAt + attributesLength;
        if (nlriAt > end) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "UPDATE / Total Path Attribute Length",
                    attributesLengthAt,
                    "length is " + attributesLength + ", more than the message has",
                    message);
        }
        boolean addPath = options.addPath().contains(AfiSafi.IPV4_UNICAST);
        Decoded<List<Nlri>> withdrawn =
                NlriList.read(message.slice(WITHDRAWN_AT, attributesLengthAt), AfiSafi.AFI_IPV4, addPath);
        if (withdrawn instanceof Decoded.Damaged<List<Nlri>>(WireError error, Bytes ignored)) {
            return Decoded.damaged(error.within("UPDATE / Withdrawn Routes", WITHDRAWN_AT), message);
        }
        Decoded<List<Nlri>> nlri = NlriList.read(message.from(nlriAt), AfiSafi.AFI_IPV4, addPath);
        if (nlri instanceof Decoded.Damaged<List<Nlri>>(WireError error, Bytes ignored)) {
            return Decoded.damaged(error.within("UPDATE / Network Layer Reachability Information", nlriAt), message);
        }
        AttributeList list = AttributeList.read(message, attributesAt, nlriAt, options);
        WireError fatal = list.fatal();
        if (fatal != null) {
            return Decoded.damaged(fatal, message);
        }
        Update update = new Update(
                withdrawn.orThrow(), List.copyOf(list.attributes()), nlri.orThrow(), List.copyOf(list.faults()));
        if (!update.faults().isEmpty() && !update.announces()) {
            for (AttributeFault fault : update.faults()) { // RFC 7606 section 5.2: prefixes may be unread
                if (FaultTable.handling(fault.typeCode(), fault.fault(), Sender.UNKNOWN)
                        .withdraws()) {
                    return Decoded.damaged(fault.error(), message);
                }
            }
        }
        return Decoded.ok(update);
    }

    static void write(Update update, ByteWriter out, BgpSessionOptions options) {
        boolean addPath = options.addPath().contains(AfiSafi.IPV4_UNICAST);
        int withdrawnLengthAt = out.length();
        out.u16(0);
        NlriList.write(update.withdrawn(), out, addPath);
        setLength(out, withdrawnLengthAt, "Withdrawn Routes");
        int attributesLengthAt = out.length();
        out.u16(0);
        for (PathAttribute attribute : update.attributes()) {
            PathAttributes.write(attribute, out, options);
        }
        setLength(out, attributesLengthAt, "Path Attributes");
        NlriList.write(update.nlri(), out, addPath);
    }

    private static void setLength(ByteWriter out, int at, String field) {
        int length = out.length() - at - 2;
        if (length > 0xffff) {
            throw new IllegalArgumentException(field + " of " + length + " bytes do not fit into an UPDATE");
        }
        out.setU16(at, length);
    }
}
