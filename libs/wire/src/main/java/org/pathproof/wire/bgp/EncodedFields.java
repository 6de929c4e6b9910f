// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/**
 * The fields of an UPDATE that two sessions can encode in two ways: lists of prefixes, with or without Path Identifiers
 * (RFC 7911 section 3), and AS_PATH, with AS numbers of two or four bytes (RFC 6793 section 3). Tells how well the
 * bytes fit each encoding.
 */
public final class EncodedFields {
    private static final int WITHDRAWN_LENGTH_AT = BgpFramer.HEADER_LENGTH;
    private static final int TWO_OCTET_AGGREGATOR = 6;
    private static final int FOUR_OCTET_AGGREGATOR = 8;

    private final List<Bytes> ipv4 = new ArrayList<>(2);
    private final List<Bytes> ipv6 = new ArrayList<>(2);
    private Bytes asPath = Bytes.EMPTY;
    private int aggregatorLength;

    private EncodedFields() {}

    /** Finds the fields. Empty for a message of another type, and if the lengths of the UPDATE do not match. */
    public static Optional<EncodedFields> of(Bytes message) {
        int end = message.length();
        if (end < WITHDRAWN_LENGTH_AT + 4
                || message.u8(BgpFramer.HEADER_LENGTH - 1) != BgpMessage.TYPE_UPDATE
                || message.u16(BgpFramer.HEADER_LENGTH - 3) != end) {
            return Optional.empty();
        }
        int withdrawnAt = WITHDRAWN_LENGTH_AT + 2;
        int attributesLengthAt = withdrawnAt + message.u16(WITHDRAWN_LENGTH_AT);
        if (attributesLengthAt + 2 > end) {
            return Optional.empty();
        }
        int attributesAt = attributesLengthAt + 2;
        int nlriAt = attributesAt + message.u16(attributesLengthAt);
        if (nlriAt > end) {
            return Optional.empty();
        }
        EncodedFields fields = new EncodedFields();
        add(fields.ipv4, message.slice(withdrawnAt, attributesLengthAt));
        fields.readAttributes(message, attributesAt, nlriAt);
        add(fields.ipv4, message.from(nlriAt));
        return Optional.of(fields);
    }

    /** Returns true if the UPDATE has prefixes of IPv4 or IPv6 unicast. */
    public boolean hasPrefixes() {
        return !ipv4.isEmpty() || !ipv6.isEmpty();
    }

    /** Returns true if the UPDATE has prefixes of a family. */
    public boolean hasPrefixes(AfiSafi family) {
        return !fields(family).isEmpty();
    }

    /** Returns how well all prefixes of a family fit an encoding. */
    public Fit prefixes(AfiSafi family, boolean pathIdentifiers) {
        Fit fit = Fit.CLEAN;
        for (Bytes field : fields(family)) {
            fit = fit.and(NlriList.fit(field, family.afi(), pathIdentifiers));
        }
        return fit;
    }

    /** Returns true if the UPDATE has AS numbers in AS_PATH. */
    public boolean hasAsPath() {
        return !asPath.isEmpty();
    }

    /**
     * Returns how well AS_PATH fits AS numbers of a size. If AS_PATH fits both sizes, the length of AGGREGATOR decides.
     */
    public Fit asPath(boolean fourOctetAs) {
        if (!AsPathCodec.fits(asPath, fourOctetAs)) {
            return Fit.UNREADABLE;
        }
        boolean otherSize = aggregatorLength == (fourOctetAs ? TWO_OCTET_AGGREGATOR : FOUR_OCTET_AGGREGATOR);
        return otherSize && AsPathCodec.fits(asPath, !fourOctetAs) ? Fit.UNREADABLE : Fit.CLEAN;
    }

    /**
     * Returns the size of AS numbers that gives the more usual path, for an AS_PATH that fits both. The neighbor can
     * choose these AS numbers, so the result is a last resort.
     *
     * @param otherwise the result if both paths are equally usual
     */
    public boolean probablyFourOctetAs(boolean otherwise) {
        int four = AsPathCodec.unusualElements(asPath, true);
        int two = AsPathCodec.unusualElements(asPath, false);
        return four == two ? otherwise : four < two;
    }

    private List<Bytes> fields(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST) ? ipv4 : family.equals(AfiSafi.IPV6_UNICAST) ? ipv6 : List.of();
    }

    private void readAttributes(Bytes message, int from, int to) {
        int at = from;
        while (to - at >= 3) {
            boolean extended = (message.u8(at) & PathAttribute.FLAG_EXTENDED_LENGTH) != 0;
            int valueAt = at + (extended ? 4 : 3);
            if (valueAt > to) {
                return;
            }
            int end = valueAt + (extended ? message.u16(at + 2) : message.u8(at + 2));
            if (end > to) {
                return;
            }
            readAttribute(message.u8(at + 1), message.slice(valueAt, end));
            at = end;
        }
    }

    private void readAttribute(int typeCode, Bytes value) {
        switch (typeCode) {
            case PathAttribute.AS_PATH -> {
                if (asPath.isEmpty()) {
                    asPath = value;
                }
            }
            case PathAttribute.AGGREGATOR -> aggregatorLength = value.length();
            case PathAttribute.MP_REACH_NLRI -> {
                int nlriAt = value.length() < 5 ? value.length() : 5 + value.u8(3);
                if (nlriAt < value.length()) {
                    addOfFamily(value, nlriAt);
                }
            }
            case PathAttribute.MP_UNREACH_NLRI -> {
                if (value.length() > 3) {
                    addOfFamily(value, 3);
                }
            }
            default -> {}
        }
    }

    private void addOfFamily(Bytes value, int prefixesAt) {
        AfiSafi family = new AfiSafi(value.u16(0), value.u8(2));
        if (NlriList.isDecoded(family)) {
            add(family.equals(AfiSafi.IPV4_UNICAST) ? ipv4 : ipv6, value.from(prefixesAt));
        }
    }

    private static void add(List<Bytes> fields, Bytes field) {
        if (!field.isEmpty()) {
            fields.add(field);
        }
    }
}
