// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AttributeType.ErrorHandling;

/**
 * Reads the Path Attributes field of an UPDATE with the error handling of RFC 7606. Errors accumulate. A malformed
 * attribute is kept as bytes, and a repeated one is dropped. An error is fatal only if the prefixes of the UPDATE
 * cannot be found.
 */
final class AttributeList {
    private static final int CATEGORY_FLAGS = PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE;

    private final BgpSessionOptions options;
    /** The family of the table dump entry; null for the attributes of an UPDATE. */
    private final @Nullable AfiSafi ribFamily;

    private final List<PathAttribute> attributes = new ArrayList<>(8);
    private List<WireError> errors = List.of();
    private boolean treatAsWithdraw;
    private @Nullable WireError fatal;

    private AttributeList(BgpSessionOptions options, @Nullable AfiSafi ribFamily) {
        this.options = options;
        this.ribFamily = ribFamily;
    }

    /**
     * Reads the bytes of {@code message} from {@code from} (included) to {@code to} (excluded). Offsets in errors are
     * those of the message.
     */
    static AttributeList read(Bytes message, int from, int to, BgpSessionOptions options) {
        return new AttributeList(options, null).readAll(message, from, to);
    }

    /**
     * Reads the attributes of a table dump entry. No error is fatal, because the prefix is not part of the attributes;
     * see {@link RibAttributes}.
     */
    static AttributeList readRib(Bytes field, AfiSafi family, BgpSessionOptions options) {
        return new AttributeList(options, family).readAll(field, 0, field.length());
    }

    List<PathAttribute> attributes() {
        return attributes;
    }

    List<WireError> errors() {
        return errors;
    }

    /** Returns true when an error requires more than discarding an attribute. */
    boolean treatAsWithdraw() {
        return treatAsWithdraw;
    }

    /** Returns the error that requires a session reset (RFC 7606 section 3(g) and (j)), or null. */
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

    /** Reads the attribute at {@code at} and returns the offset of the next one. */
    private int readOne(Bytes message, int at, int to) {
        int flags = message.u8(at);
        boolean extended = (flags & PathAttribute.FLAG_EXTENDED_LENGTH) != 0;
        int valueAt = at + (extended ? 4 : 3);
        if (valueAt > to) { // RFC 7606 section 4, second case
            fail(
                    ErrorHandling.TREAT_AS_WITHDRAW,
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
                    type != null && type.errorHandling() == ErrorHandling.SESSION_RESET
                            ? ErrorHandling.SESSION_RESET
                            : ErrorHandling.TREAT_AS_WITHDRAW,
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
                    type != null && type.errorHandling() == ErrorHandling.SESSION_RESET
                            ? ErrorHandling.SESSION_RESET
                            : ErrorHandling.ATTRIBUTE_DISCARD,
                    new WireError(
                            WireError.Code.DUPLICATE,
                            PathAttributes.name(typeCode),
                            at,
                            "the attribute is repeated here"));
        } else if (type == null) {
            keep(new UnknownAttribute(flags, typeCode, value));
        } else {
            readKnown(type, flags, value, at, valueAt);
        }
        return end;
    }

    private void readKnown(AttributeType<?> type, int flags, Bytes value, int at, int valueAt) {
        boolean flagsFit = (flags & CATEGORY_FLAGS) == type.flags();
        if (!flagsFit) {
            fail(
                    type.errorHandling(),
                    new WireError(
                            WireError.Code.BAD_VALUE,
                            type.name() + " / flags",
                            at,
                            "Optional and Transitive bits are 0x" + Integer.toHexString(flags & CATEGORY_FLAGS)
                                    + ", must be 0x" + Integer.toHexString(type.flags())));
            if (type.typeCode() != PathAttribute.BGPSEC_PATH) {
                keep(new UnknownAttribute(flags, type.typeCode(), value));
                return;
            }
        }
        Decoded<? extends PathAttribute> decoded =
                ribFamily != null && type.typeCode() == PathAttribute.MP_REACH_NLRI && isAbbreviated(value)
                        ? Decoded.ok(new MpReach(flags, ribFamily, value.from(1), List.of(), Bytes.EMPTY))
                        : type.reader().read(flags, value, options);
        switch (decoded) {
            case Decoded.Ok<? extends PathAttribute>(PathAttribute attribute) -> keep(attribute);
            case Decoded.Damaged<? extends PathAttribute>(WireError error, Bytes ignored) -> {
                fail(type.errorHandling(), error.within(type.name(), valueAt));
                keep(new UnknownAttribute(flags, type.typeCode(), value));
            }
        }
    }

    /**
     * Returns true when MP_REACH_NLRI is one length byte and the next hop.
     *
     * <p>Dumps with the complete attribute exist, and RFC 6396 shows one in figure 19. A complete attribute of IPv4 or
     * IPv6 starts with 0, the first byte of its AFI, and more bytes follow.
     */
    private static boolean isAbbreviated(Bytes value) {
        return !value.isEmpty() && value.u8(0) == value.length() - 1;
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

    private void fail(ErrorHandling handling, WireError error) {
        WireError whole = error.within(ribFamily == null ? "UPDATE" : "BGP Attributes", 0);
        if (errors.isEmpty()) {
            errors = new ArrayList<>(2);
        }
        errors.add(whole);
        treatAsWithdraw |= handling != ErrorHandling.ATTRIBUTE_DISCARD;
        if (handling == ErrorHandling.SESSION_RESET && ribFamily == null) {
            fatal = whole;
        }
    }
}
