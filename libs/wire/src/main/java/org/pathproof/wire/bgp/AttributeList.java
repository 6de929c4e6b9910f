// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AttributeType.WhenMalformed;

/**
 * The Path Attributes field of an UPDATE being read, with the error handling of RFC 7606: errors accumulate, a damaged
 * attribute is kept as bytes, a repeated one is dropped, and only damage that hides what the update is about is fatal.
 */
final class AttributeList {
    private static final int KIND_BITS = PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE;

    private final BgpSessionOptions options;
    /** The family of the table entry that the attributes belong to; null for an UPDATE. */
    private final @Nullable AfiSafi ribFamily;

    private final List<PathAttribute> attributes = new ArrayList<>(8);
    private List<WireError> errors = List.of();
    private boolean treatAsWithdraw;
    private @Nullable WireError fatal;

    private AttributeList(BgpSessionOptions options, @Nullable AfiSafi ribFamily) {
        this.options = options;
        this.ribFamily = ribFamily;
    }

    /** Reads the bytes of {@code message} from {@code from} to before {@code to}; offsets in errors are those of the message. */
    static AttributeList read(Bytes message, int from, int to, BgpSessionOptions options) {
        return new AttributeList(options, null).readAll(message, from, to);
    }

    /** Reads the attributes of a table entry, whose prefix stands elsewhere, so that no error is fatal; see {@link RibAttributes}. */
    static AttributeList readRib(Bytes field, AfiSafi family, BgpSessionOptions options) {
        return new AttributeList(options, family).readAll(field, 0, field.length());
    }

    List<PathAttribute> attributes() {
        return attributes;
    }

    List<WireError> errors() {
        return errors;
    }

    /** Whether an error asks for more than discarding an attribute. */
    boolean treatAsWithdraw() {
        return treatAsWithdraw;
    }

    /** The error that leaves nothing to be done with the update (RFC 7606 section 3(g), (j)). */
    @Nullable
    WireError fatal() {
        return fatal;
    }

    private AttributeList readAll(Bytes message, int from, int to) {
        int at = from;
        while (at < to && fatal == null) {
            at = readOne(message, at, to);
        }
        return this;
    }

    /** Reads the attribute that starts at {@code at}; returns where the next one starts. */
    private int readOne(Bytes message, int at, int to) {
        int flags = message.u8(at);
        boolean extended = (flags & PathAttribute.FLAG_EXTENDED_LENGTH) != 0;
        int valueAt = at + (extended ? 4 : 3);
        if (valueAt > to) { // RFC 7606 section 4, second case
            fail(
                    WhenMalformed.WITHDRAW,
                    new WireError(
                            WireError.Code.TRUNCATED,
                            "attribute header",
                            at,
                            (to - at) + " bytes are left, too few for an attribute"));
            return to;
        }
        int typeCode = message.u8(at + 1);
        int length = extended ? message.u16(at + 2) : message.u8(at + 2);
        AttributeType<?> type = PathAttributes.find(typeCode);
        if (length > to - valueAt) { // RFC 7606 section 4, first case
            fail(
                    type != null && type.whenMalformed() == WhenMalformed.RESET
                            ? WhenMalformed.RESET
                            : WhenMalformed.WITHDRAW,
                    new WireError(
                            WireError.Code.TRUNCATED,
                            PathAttributes.name(typeCode) + " / length",
                            at + 2,
                            "length is " + length + ", only " + (to - valueAt) + " bytes are left"));
            keep(new UnknownAttribute(flags, typeCode, message.slice(valueAt, to)));
            return to;
        }
        int end = valueAt + length;
        Bytes value = message.slice(valueAt, end);
        if (has(typeCode)) {
            fail(
                    type != null && type.whenMalformed() == WhenMalformed.RESET
                            ? WhenMalformed.RESET
                            : WhenMalformed.DISCARD,
                    new WireError(
                            WireError.Code.DUPLICATE,
                            PathAttributes.name(typeCode),
                            at,
                            "the attribute stands here again"));
        } else if (type == null) {
            keep(new UnknownAttribute(flags, typeCode, value));
        } else {
            readKnown(type, flags, value, at, valueAt);
        }
        return end;
    }

    private void readKnown(AttributeType<?> type, int flags, Bytes value, int at, int valueAt) {
        boolean flagsFit = (flags & KIND_BITS) == type.flags();
        if (!flagsFit) {
            fail(
                    type.whenMalformed(),
                    new WireError(
                            WireError.Code.BAD_VALUE,
                            type.name() + " / flags",
                            at,
                            "Optional and Transitive bits are 0x" + Integer.toHexString(flags & KIND_BITS)
                                    + ", must be 0x" + Integer.toHexString(type.flags())));
            if (type.typeCode() != PathAttribute.BGPSEC_PATH) {
                keep(new UnknownAttribute(flags, type.typeCode(), value));
                return;
            }
        }
        Decoded<? extends PathAttribute> decoded = ribFamily != null
                        && type.typeCode() == PathAttribute.MP_REACH_NLRI
                        && RibAttributes.isAbbreviated(value)
                ? Decoded.ok(new MpReach(flags, ribFamily, value.from(1), List.of(), Bytes.EMPTY))
                : type.reader().read(flags, value, options);
        switch (decoded) {
            case Decoded.Ok<? extends PathAttribute>(PathAttribute attribute) -> keep(attribute);
            case Decoded.Damaged<? extends PathAttribute>(WireError error, Bytes ignored) -> {
                fail(type.whenMalformed(), error.within(type.name(), valueAt));
                keep(new UnknownAttribute(flags, type.typeCode(), value));
            }
        }
    }

    private boolean has(int typeCode) {
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).typeCode() == typeCode) {
                return true;
            }
        }
        return false;
    }

    private void keep(PathAttribute attribute) {
        attributes.add(attribute);
    }

    private void fail(WhenMalformed approach, WireError error) {
        WireError whole = error.within(ribFamily == null ? "UPDATE" : "BGP Attributes", 0);
        if (errors.isEmpty()) {
            errors = new ArrayList<>(2);
        }
        errors.add(whole);
        treatAsWithdraw |= approach != WhenMalformed.DISCARD;
        if (approach == WhenMalformed.RESET && ribFamily == null) {
            fatal = whole;
        }
    }
}
