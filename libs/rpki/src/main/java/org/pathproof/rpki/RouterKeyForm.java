// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Checks the form of a router key before it enters an RPKI set. The SubjectPublicKeyInfo must be DER. An elliptic curve
 * must be named by an object identifier (RFC 5480 section 2.1.1). The SKI must match the public key (RFC 8209 section
 * 3.1).
 *
 * <p>The algorithm suites check the curve and the point. The bytes come from the network, so no method of this class
 * throws or recurses.
 */
public final class RouterKeyForm {
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final Bytes EC_PUBLIC_KEY = Bytes.fromHex("2a8648ce3d0201");

    private RouterKeyForm() {}

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
                : Optional.of("has the SKI " + key.ski().toHex() + ", but its public key has the SKI "
                        + (actual == null ? "unknown" : actual.toHex()));
    }

    /**
     * Returns the defect of a SubjectPublicKeyInfo, as the rest of a sentence that starts with "the router key". Empty
     * for a valid one.
     */
    public static Optional<String> defectOfSpki(Bytes spki) {
        SubjectPublicKeyInfo.Element algorithm = SubjectPublicKeyInfo.algorithm(spki);
        if (algorithm == null || SubjectPublicKeyInfo.publicKey(spki).isEmpty()) {
            return Optional.of("is not a SubjectPublicKeyInfo in DER");
        }
        SubjectPublicKeyInfo.Element name = SubjectPublicKeyInfo.element(algorithm.content(), OBJECT_IDENTIFIER);
        if (name == null || !isIdentifier(name.content())) {
            return Optional.of("has an algorithm without an object identifier");
        }
        if (!name.content().equals(EC_PUBLIC_KEY)) {
            return Optional.empty();
        }
        Bytes parameters = algorithm.content().from(name.end());
        SubjectPublicKeyInfo.Element curve = SubjectPublicKeyInfo.element(parameters, OBJECT_IDENTIFIER);
        return curve != null && curve.end() == parameters.length() && isIdentifier(curve.content())
                ? Optional.empty()
                : Optional.of("does not name its curve by an object identifier (RFC 5480 section 2.1.1)");
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
}
