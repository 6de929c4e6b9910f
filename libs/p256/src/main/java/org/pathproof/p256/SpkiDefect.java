// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the defect of bytes that are not the SubjectPublicKeyInfo of a P-256 key (RFC 5480 section 2, RFC 8608 section
 * 3.1). The bytes come from a network, so the parser reads them once, without recursion, and throws no exception.
 */
final class SpkiDefect {
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int BIT_STRING = 0x03;
    private static final int SEQUENCE = 0x30;
    private static final int UNCOMPRESSED = 4;
    private static final byte[] EC_PUBLIC_KEY = HexFormat.of().parseHex("2a8648ce3d0201");
    private static final byte[] SECP256R1 = HexFormat.of().parseHex("2a8648ce3d030107");
    /** Maximum length of a printed object identifier. */
    private static final int MAX_PRINTED_IDENTIFIER_BYTES = 32;

    private static final String NOT_SPKI = "is not a SubjectPublicKeyInfo in DER";

    private SpkiDefect() {}

    /**
     * An element of DER.
     *
     * @param from index of the first byte of its content
     * @param end index after its content
     */
    private record Element(int tag, int from, int end) {}

    /** Returns the defect as the end of a sentence that starts with "the key". The bytes must not be a valid key. */
    static String of(byte[] spki) {
        Element whole = element(spki, 0, spki.length);
        if (whole == null || whole.tag != SEQUENCE || whole.end != spki.length) {
            return NOT_SPKI;
        }
        Element algorithm = element(spki, whole.from, whole.end);
        Element point = algorithm == null ? null : element(spki, algorithm.end, whole.end);
        if (algorithm == null
                || algorithm.tag != SEQUENCE
                || point == null
                || point.tag != BIT_STRING
                || point.from == point.end
                || point.end != whole.end) {
            return NOT_SPKI;
        }
        String defect = ofAlgorithm(spki, algorithm);
        return defect == null ? ofPoint(spki, point) : defect;
    }

    private static @Nullable String ofAlgorithm(byte[] spki, Element algorithm) {
        Element name = element(spki, algorithm.from, algorithm.end);
        byte[] algorithmName = name == null ? null : identifier(spki, name);
        if (name == null || algorithmName == null) {
            return "has an algorithm without an object identifier";
        }
        if (!Arrays.equals(algorithmName, EC_PUBLIC_KEY)) {
            return "is of algorithm " + printed(algorithmName) + ", not id-ecPublicKey";
        }
        if (name.end == algorithm.end) {
            return "is on a curve without a name, not secp256r1";
        }
        Element curve = element(spki, name.end, algorithm.end);
        byte[] curveName = curve == null ? null : identifier(spki, curve);
        if (curve == null || curveName == null || curve.end != algorithm.end) {
            return "does not name its curve by an object identifier (RFC 5480 section 2.1.1)";
        }
        return Arrays.equals(curveName, SECP256R1) ? null : "is on the curve " + printed(curveName) + ", not secp256r1";
    }

    private static String ofPoint(byte[] spki, Element bits) {
        int length = bits.end - bits.from - 1;
        if (spki[bits.from] != 0) {
            return "has a point with unused bits";
        }
        if (length == 1 && spki[bits.from + 1] == 0) {
            return "is the point at infinity";
        }
        if (length == 0 || spki[bits.from + 1] != UNCOMPRESSED) {
            return "is not an uncompressed point";
        }
        return length == 1 + 2 * P256.BYTES
                ? "is not encoded in DER"
                : "has a point of " + length + " bytes instead of 65";
    }

    /**
     * Returns the element at an index, or null if no complete element ends at or before {@code end}. Accepts length
     * fields of up to four bytes, even if DER requires a shorter one.
     */
    private static @Nullable Element element(byte[] bytes, int at, int end) {
        if (end - at < 2) {
            return null;
        }
        int first = bytes[at + 1] & 0xff;
        int from = at + 2;
        long length = first;
        if (first > 0x7f) {
            int more = first & 0x7f;
            if (more < 1 || more > 4 || end - from < more) {
                return null;
            }
            length = 0;
            for (int i = 0; i < more; i++) {
                length = length << 8 | bytes[from++] & 0xff;
            }
        }
        return length > end - from ? null : new Element(bytes[at] & 0xff, from, from + (int) length);
    }

    /** Returns the content of an OBJECT IDENTIFIER (X.690 section 8.19), or null if it is malformed. */
    private static byte @Nullable [] identifier(byte[] bytes, Element element) {
        if (element.tag != OBJECT_IDENTIFIER || element.from == element.end || bytes[element.end - 1] < 0) {
            return null;
        }
        boolean atStart = true;
        for (int i = element.from; i < element.end; i++) {
            if (atStart && (bytes[i] & 0xff) == 0x80) {
                return null;
            }
            atStart = bytes[i] >= 0;
        }
        return Arrays.copyOfRange(bytes, element.from, element.end);
    }

    private static String printed(byte[] identifier) {
        return identifier.length > MAX_PRINTED_IDENTIFIER_BYTES
                ? "with an identifier of " + identifier.length + " bytes"
                : ASN1ObjectIdentifier.fromContents(identifier).getId();
    }
}
