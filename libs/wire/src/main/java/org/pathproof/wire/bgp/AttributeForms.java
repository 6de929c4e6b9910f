// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * The table of attributes whose form is checked, but whose values are not decoded. Such an attribute stays an {@link
 * UnknownAttribute}. Types that IANA marks as deprecated have no row.
 */
final class AttributeForms {
    private static final int OPTIONAL_TRANSITIVE = FLAG_OPTIONAL | FLAG_TRANSITIVE;

    /** The first bytes of a Hop TLV are its type 2 and its length (RFC 9015 section 3.2.1.2). */
    private static final int SFP_HOP = 2;

    private static final int AIGP_METRIC = 1;
    private static final int AIGP_METRIC_LENGTH = 11;
    private static final int LABEL_INDEX = 1;
    private static final int ORIGINATOR_SRGB = 3;
    private static final int PMSI_MIN = 5;
    private static final int BFD_MIN = 11;
    private static final int BFD_FIXED = 5;
    private static final int ATTR_SET_MIN = 4;

    /** Returns the fault of a value, or null for a well-formed one. */
    private interface Check {
        @Nullable
        String fault(Bytes value);
    }

    /** The form of one type of attribute. */
    record Form(int typeCode, String name, int flags, Check check) {
        /** Returns the fault of a value; null for a well-formed one. */
        @Nullable
        String fault(Bytes value) {
            return value.isEmpty() ? "the attribute is empty" : check.fault(value); // RFC 7606 section 4
        }
    }

    private static final List<Form> FORMS = List.of(
            form(PathAttribute.PMSI_TUNNEL, "PMSI_TUNNEL", OPTIONAL_TRANSITIVE, AttributeForms::pmsiTunnel),
            form(
                    PathAttribute.TUNNEL_ENCAPSULATION,
                    "Tunnel Encapsulation",
                    OPTIONAL_TRANSITIVE,
                    AttributeForms::tunnelEncapsulation),
            form(PathAttribute.TRAFFIC_ENGINEERING, "Traffic Engineering", FLAG_OPTIONAL, _ -> null),
            form(
                    PathAttribute.IPV6_EXTENDED_COMMUNITIES,
                    "IPv6 Address Specific Extended Community",
                    OPTIONAL_TRANSITIVE,
                    value -> value.length() % 20 == 0 ? null : notMultiple(value, "20")),
            form(PathAttribute.AIGP, "AIGP", FLAG_OPTIONAL, AttributeForms::aigp),
            form(
                    PathAttribute.PE_DISTINGUISHER_LABELS,
                    "PE Distinguisher Labels",
                    OPTIONAL_TRANSITIVE,
                    value ->
                            value.length() % 7 == 0 || value.length() % 19 == 0 ? null : notMultiple(value, "7 or 19")),
            form(
                    PathAttribute.BGP_LS,
                    "BGP-LS Attribute",
                    FLAG_OPTIONAL,
                    value -> afterTlvs(value, 0, 2, 2) == value.length() ? null : "a TLV extends beyond the end"),
            form(PathAttribute.SFP, "SFP", OPTIONAL_TRANSITIVE, AttributeForms::sfp),
            form(PathAttribute.BFD_DISCRIMINATOR, "BFD Discriminator", OPTIONAL_TRANSITIVE, AttributeForms::bfd),
            form(PathAttribute.PREFIX_SID, "BGP Prefix-SID", OPTIONAL_TRANSITIVE, AttributeForms::prefixSid),
            form(PathAttribute.ATTR_SET, "ATTR_SET", OPTIONAL_TRANSITIVE, AttributeForms::attrSet));

    private static final @Nullable Form[] BY_CODE = byCode();

    private AttributeForms() {}

    /** Returns the row of a type code, or null. */
    static @Nullable Form find(int typeCode) {
        return BY_CODE[typeCode & 0xff];
    }

    private static @Nullable String pmsiTunnel(Bytes value) {
        return value.length() >= PMSI_MIN
                ? null
                : "length is " + value.length() + ", at least " + PMSI_MIN + " is needed";
    }

    /** RFC 9012 section 13: the sub-TLVs fill each TLV. The length of a sub-TLV of type 128 to 255 has two bytes. */
    private static @Nullable String tunnelEncapsulation(Bytes value) {
        int at = 0;
        while (at < value.length()) {
            if (value.length() - at < 4 || value.u16(at + 2) > value.length() - at - 4) {
                return "a TLV extends beyond the end";
            }
            int end = at + 4 + value.u16(at + 2);
            at += 4;
            while (at < end) {
                int header = value.u8(at) < 128 ? 2 : 3;
                if (end - at < header) {
                    return "a sub-TLV extends beyond its TLV";
                }
                at += header + (header == 2 ? value.u8(at + 1) : value.u16(at + 1));
            }
            if (at > end) {
                return "a sub-TLV extends beyond its TLV";
            }
        }
        return null;
    }

    /** RFC 7311 sections 3 and 3.2. The length of a TLV includes its header. */
    private static @Nullable String aigp(Bytes value) {
        boolean first = true;
        int at = 0;
        while (at < value.length()) {
            int left = value.length() - at;
            int length = left < 3 ? 0 : value.u16(at + 1);
            if (length < 3 || length > left) {
                return "a TLV has an impossible length";
            }
            if (value.u8(at) == AIGP_METRIC) {
                if (length != AIGP_METRIC_LENGTH) {
                    return "the length of an AIGP TLV is " + length + ", must be " + AIGP_METRIC_LENGTH;
                }
                if (first && value.u32(at + 3) == 0xffff_ffffL && value.u32(at + 7) == 0xffff_ffffL) {
                    return "the metric has the maximum value";
                }
                first = false;
            }
            at += length;
        }
        return null;
    }

    /** RFC 9015 section 3.2.1: a TLV has a type of one byte and a length of two; one Hop TLV is mandatory. */
    private static @Nullable String sfp(Bytes value) {
        boolean hop = false;
        int at = 0;
        while (at < value.length()) {
            int left = value.length() - at;
            if (left < 3 || value.u16(at + 1) > left - 3) {
                return "a TLV extends beyond the end";
            }
            if (value.u8(at) == SFP_HOP) {
                hop = true;
                if (value.u16(at + 1) < 4) { // the service index is one byte, a sub-TLV at least three
                    return "a Hop TLV has no sub-TLV";
                }
            }
            at += 3 + value.u16(at + 1);
        }
        return hop ? null : "there is no Hop TLV";
    }

    /** RFC 9026 section 3.1.6: mode, discriminator, and TLVs with a type and a length of one byte. */
    private static @Nullable String bfd(Bytes value) {
        return value.length() < BFD_MIN
                ? "length is " + value.length() + ", at least " + BFD_MIN + " is needed"
                : afterTlvs(value, BFD_FIXED, 1, 1) == value.length() ? null : "a TLV extends beyond the end";
    }

    /** RFC 8669 sections 3 and 6: a TLV has a type of one byte and a length of two. */
    private static @Nullable String prefixSid(Bytes value) {
        int at = 0;
        while (at < value.length()) {
            int left = value.length() - at;
            if (left < 3 || value.u16(at + 1) > left - 3) {
                return "a TLV extends beyond the end";
            }
            int type = value.u8(at);
            int length = value.u16(at + 1);
            if (type == LABEL_INDEX && length != 7) {
                return "the length of a Label-Index TLV is " + length + ", must be 7";
            }
            if (type == ORIGINATOR_SRGB && (length < 8 || (length - 2) % 6 != 0)) {
                return "the length of an Originator SRGB TLV is " + length + ", must be 2 and a multiple of 6";
            }
            at += 3 + length;
        }
        return null;
    }

    /** RFC 6368 section 5: an AS number, and attributes without MP_REACH_NLRI and MP_UNREACH_NLRI. */
    private static @Nullable String attrSet(Bytes value) {
        if (value.length() < ATTR_SET_MIN) {
            return "length is " + value.length() + ", at least " + ATTR_SET_MIN + " is needed";
        }
        int at = ATTR_SET_MIN;
        while (at < value.length()) {
            boolean extended = (value.u8(at) & PathAttribute.FLAG_EXTENDED_LENGTH) != 0;
            int header = extended ? 4 : 3;
            int left = value.length() - at - header;
            int length = left < 0 ? 0 : extended ? value.u16(at + 2) : value.u8(at + 2);
            if (left < length) {
                return "an attribute extends beyond the end";
            }
            int typeCode = value.u8(at + 1);
            if (typeCode == PathAttribute.MP_REACH_NLRI || typeCode == PathAttribute.MP_UNREACH_NLRI) {
                return "attribute " + typeCode + " must not be in ATTR_SET";
            }
            at += header + length;
        }
        return null;
    }

    /**
     * Returns the offset after the last TLV, or a number above the length of the value if a TLV extends beyond its end.
     */
    private static int afterTlvs(Bytes value, int from, int typeBytes, int lengthBytes) {
        int header = typeBytes + lengthBytes;
        int at = from;
        while (at < value.length()) {
            if (value.length() - at < header) {
                return value.length() + 1;
            }
            int lengthAt = at + typeBytes;
            at += header + (lengthBytes == 1 ? value.u8(lengthAt) : value.u16(lengthAt));
        }
        return at;
    }

    private static String notMultiple(Bytes value, String unit) {
        return "length is " + value.length() + ", must be a non-zero multiple of " + unit;
    }

    private static Form form(int typeCode, String name, int flags, Check check) {
        return new Form(typeCode, name, flags, check);
    }

    private static @Nullable Form[] byCode() {
        @Nullable Form[] byCode = new Form[256];
        for (Form form : FORMS) {
            byCode[form.typeCode()] = form;
        }
        return byCode;
    }
}
