// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * Computes the Subject Key Identifier of a public key: the SHA-1 of its bit string without tag, length and number of
 * unused bits (RFC 6487 section 4.8.2, RFC 8209 section 3.1).
 */
public final class SubjectKeyIdentifier {
    /** Length of an SKI in bytes. */
    public static final int LENGTH = 20;

    private SubjectKeyIdentifier() {}

    /** Returns the SKI of a SubjectPublicKeyInfo in DER; empty if the bytes are not a SubjectPublicKeyInfo. */
    public static Optional<Bytes> of(Bytes spki) {
        return SubjectPublicKeyInfo.publicKey(spki).map(SubjectKeyIdentifier::sha1);
    }

    private static Bytes sha1(Bytes bytes) {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-1").digest(bytes.toArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
