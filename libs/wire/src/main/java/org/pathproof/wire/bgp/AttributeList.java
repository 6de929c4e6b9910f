// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

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
    private List<AttributeFault> faults = List.of();
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

    List<AttributeFault> faults() {
        return faults;
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
                    FaultTable.ANY,
                    Fault.OVERRUN,
                    new WireError(
                            WireError.Code.TRUNCATED,
                            "attribute header",
                            at,
                            (to - at) + " bytes are left, too few for an attribute"));
            return to;
        }
        int typeCode = message.u8(at + 1);
        int length = extended ? message.u16(at + 2) : message.u8(at + 2);
        if (length > to - valueAt) { // RFC 7606 section 4, first case
            fail(
                    typeCode,
                    Fault.OVERRUN,
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
        AttributeType<?> type = PathAttributes.find(typeCode);
        if (has(typeCode)) {
            fail(
                    typeCode,
                    Fault.REPEATED,
                    new WireError(
                            WireError.Code.DUPLICATE,
                            PathAttributes.name(typeCode),
                            at,
                            "the attribute is repeated here"));
        } else if (type == null) {
            checkForm(typeCode, flags, value, at, valueAt);
            keep(new UnknownAttribute(flags, typeCode, value));
        } else {
            readKnown(type, flags, value, at, valueAt);
        }
        return end;
    }

    /** Checks an attribute that is not decoded. */
    private void checkForm(int typeCode, int flags, Bytes value, int at, int valueAt) {
        AttributeForms.Form form = AttributeForms.find(typeCode);
        if (form == null) {
            return;
        }
        if ((flags & CATEGORY_FLAGS) != form.flags()) {
            fail(typeCode, Fault.FLAGS, wrongFlags(form.name(), flags, form.flags(), at));
            return;
        }
        String message = form.fault(value);
        if (message != null) {
            WireError error = new WireError(WireError.Code.BAD_VALUE, "value", 0, message);
            fail(typeCode, Fault.SYNTAX, error.within(form.name(), valueAt));
        }
    }

    private static WireError wrongFlags(String name, int flags, int required, int at) {
        return new WireError(
                WireError.Code.BAD_VALUE,
                name + " / flags",
                at,
                "Optional and Transitive bits are 0x" + Integer.toHexString(flags & CATEGORY_FLAGS) + ", must be 0x"
                        + Integer.toHexString(required));
    }

    private void readKnown(AttributeType<?> type, int flags, Bytes value, int at, int valueAt) {
        if ((flags & CATEGORY_FLAGS) != type.flags()) {
            fail(type.typeCode(), Fault.FLAGS, wrongFlags(type.name(), flags, type.flags(), at));
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
                fail(type.typeCode(), Fault.SYNTAX, error.within(type.name(), valueAt));
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

    private void fail(int typeCode, Fault fault, WireError error) {
        WireError whole = error.within(ribFamily == null ? "UPDATE" : "BGP Attributes", 0);
        if (faults.isEmpty()) {
            faults = new ArrayList<>(2);
        }
        faults.add(new AttributeFault(typeCode, fault, whole));
        if (ribFamily == null && FaultTable.handling(typeCode, fault, Sender.UNKNOWN) == ErrorHandling.SESSION_RESET) {
            fatal = whole;
        }
    }
}
