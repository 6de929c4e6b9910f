// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The form that a router key needs to enter an RPKI set. Its SubjectPublicKeyInfo is DER, an elliptic curve is named by
 * an object identifier (RFC 5480 section 2.1.1), and the SKI matches the public key (RFC 8209 section 3.1).
 *
 * <p>The algorithm suites check the curve and the point. The bytes come from a network, so no method here throws or
 * recurses.
 */
public final class RouterKeyForm {
    private static final int SEQUENCE = 0x30;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final Bytes EC_PUBLIC_KEY = Bytes.fromHex("2a8648ce3d0201");

    private RouterKeyForm() {}

    /**
     * An element of DER.
     *
     * @param end index after the element in the bytes that it was read from
     */
    private record Element(Bytes content, int end) {}

    /**
     * Returns the reason to refuse a router key, as the rest of a sentence that starts with "the router key". Empty for
     * a valid key.
     */
    public static Optional<String> defect(RouterKey key) {
        Bytes spki = key.spki();
        Optional<String> defect = defectOfSpki(spki);
        if (defect.isPresent()) {
            return defect;
        }
        Bytes actual = SubjectKeyIdentifier.of(spki).orElse(null);
        return key.ski().equals(actual)
                ? Optional.empty()
                : Optional.of("has the SKI " + key.ski().toHex() + ", and that of its public key is "
                        + (actual == null ? "unknown" : actual.toHex()));
    }

    /**
     * Returns the defect of a SubjectPublicKeyInfo, as the rest of a sentence that starts with "the router key". Empty
     * for a valid one.
     */
    public static Optional<String> defectOfSpki(Bytes spki) {
        Element algorithm = algorithm(spki);
        if (algorithm == null || publicKey(spki).isEmpty()) {
            return Optional.of("is no SubjectPublicKeyInfo in DER");
        }
        Element name = element(algorithm.content, OBJECT_IDENTIFIER);
        if (name == null || !isIdentifier(name.content)) {
            return Optional.of("has an algorithm without an object identifier");
        }
        if (!name.content.equals(EC_PUBLIC_KEY)) {
            return Optional.empty();
        }
        Bytes parameters = algorithm.content.from(name.end);
        Element curve = element(parameters, OBJECT_IDENTIFIER);
        return curve != null && curve.end == parameters.length() && isIdentifier(curve.content)
                ? Optional.empty()
                : Optional.of("does not name its curve by an object identifier (RFC 5480 section 2.1.1)");
    }

    /**
     * Returns the public key of a SubjectPublicKeyInfo: the content of its bit string, without the count of unused
     * bits.
     */
    static Optional<Bytes> publicKey(Bytes spki) {
        Element algorithm = algorithm(spki);
        Element whole = element(spki, SEQUENCE);
        if (whole == null || algorithm == null) {
            return Optional.empty();
        }
        Bytes rest = whole.content.from(algorithm.end);
        Element bits = element(rest, BIT_STRING);
        return bits != null && bits.end == rest.length() && bits.content.length() > 1 && bits.content.u8(0) == 0
                ? Optional.of(bits.content.from(1))
                : Optional.empty();
    }

    private static @Nullable Element algorithm(Bytes spki) {
        Element whole = element(spki, SEQUENCE);
        return whole == null || whole.end != spki.length() ? null : element(whole.content, SEQUENCE);
    }

    /**
     * Returns true for an object identifier: numbers in base 128, complete and without leading zeros (X.690 section
     * 8.19).
     */
    private static boolean isIdentifier(Bytes content) {
        boolean begins = true;
        for (int i = 0; i < content.length(); i++) {
            int value = content.u8(i);
            if (begins && value == 0x80) {
                return false;
            }
            begins = value < 0x80;
        }
        return begins && content.length() > 0;
    }

    /**
     * Returns the element with this tag at the start of {@code der}, or null. Its length must have the shortest
     * encoding.
     */
    private static @Nullable Element element(Bytes der, int tag) {
        if (der.length() < 2 || der.u8(0) != tag) {
            return null;
        }
        int length = der.u8(1);
        int start = 2;
        if (length >= 0x80) {
            int bytes = length & 0x7f;
            if (bytes < 1 || bytes > 2 || der.length() < 2 + bytes) {
                return null;
            }
            length = bytes == 1 ? der.u8(2) : der.u16(2);
            start += bytes;
            if (length < (bytes == 1 ? 0x80 : 0x100)) {
                return null;
            }
        }
        return der.length() - start < length ? null : new Element(der.slice(start, start + length), start + length);
    }
}
