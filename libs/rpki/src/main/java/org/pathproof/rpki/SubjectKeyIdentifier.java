// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The Subject Key Identifier of a public key: the SHA-1 of its bit string, without tag, length and number of unused bits
 * (RFC 6487 section 4.8.2, RFC 8209 section 3.1).
 */
public final class SubjectKeyIdentifier {
    /** Octets of an SKI. */
    public static final int LENGTH = 20;

    private static final int SEQUENCE = 0x30;
    private static final int BIT_STRING = 0x03;

    private SubjectKeyIdentifier() {}

    /** The SKI of a SubjectPublicKeyInfo in DER; empty when the octets are not one. */
    public static Optional<Bytes> of(Bytes spki) {
        Optional<Bytes> body = content(spki, SEQUENCE)
                .filter(part -> part.end() == spki.length())
                .map(Part::octets);
        if (body.isEmpty()) {
            return Optional.empty();
        }
        Optional<Part> algorithm = content(body.get(), SEQUENCE);
        if (algorithm.isEmpty()) {
            return Optional.empty();
        }
        Bytes rest = body.get().from(algorithm.get().end());
        return content(rest, BIT_STRING)
                .filter(part -> part.end() == rest.length()
                        && part.octets().length() > 1
                        && part.octets().at(0) == 0)
                .map(part -> sha1(part.octets().from(1)));
    }

    /** Whether the SKI of a router key is that of its public key; one that is not is refused (RFC 8209 section 3.3). */
    public static boolean matches(RouterKey key) {
        return of(key.spki()).filter(key.ski()::equals).isPresent();
    }

    /** A DER value at the start of {@code der}: what it holds, and where it ends. */
    private static Optional<Part> content(Bytes der, int tag) {
        if (der.length() < 2 || der.u8(0) != tag) {
            return Optional.empty();
        }
        int length = der.u8(1);
        int start = 2;
        if (length >= 0x80) {
            int octets = length & 0x7f;
            if (octets < 1 || octets > 2 || der.length() < 2 + octets) {
                return Optional.empty();
            }
            length = octets == 1 ? der.u8(2) : der.u16(2);
            start += octets;
        }
        return der.length() - start < length
                ? Optional.empty()
                : Optional.of(new Part(der.slice(start, start + length), start + length));
    }

    private static Bytes sha1(Bytes octets) {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-1").digest(octets.toArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    private record Part(Bytes octets, int end) {}
}
