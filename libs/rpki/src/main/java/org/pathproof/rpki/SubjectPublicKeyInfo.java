// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * Reads a SubjectPublicKeyInfo in DER (RFC 5280 section 4.1). The bytes come from a network, so no method here throws
 * or recurses.
 */
final class SubjectPublicKeyInfo {
    private static final int SEQUENCE = 0x30;
    private static final int BIT_STRING = 0x03;

    private SubjectPublicKeyInfo() {}

    /**
     * An element of DER.
     *
     * @param end index after the element in the bytes that it was read from
     */
    record Element(Bytes content, int end) {}

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

    /** Returns the AlgorithmIdentifier, or null if the bytes are not a SEQUENCE that starts with one. */
    static @Nullable Element algorithm(Bytes spki) {
        Element whole = element(spki, SEQUENCE);
        return whole == null || whole.end != spki.length() ? null : element(whole.content, SEQUENCE);
    }

    /**
     * Returns the element with this tag at the start of {@code der}, or null. Its length must have the shortest
     * encoding.
     */
    static @Nullable Element element(Bytes der, int tag) {
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
