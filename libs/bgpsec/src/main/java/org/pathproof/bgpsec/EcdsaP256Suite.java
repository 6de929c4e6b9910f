// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.pathproof.p256.EcdsaSignature;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.ParsedKey;
import org.pathproof.p256.SignatureForm;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Suite 1: SHA-256, and ECDSA on P-256 with signatures in DER (RFC 8608 sections 2.2.1, 3.1 and 4). */
final class EcdsaP256Suite implements AlgorithmSuite {
    static final int ID = 1;
    static final int DIGEST_BYTES = 32;
    /** A SEQUENCE of two INTEGERs of up to 33 bytes, each with tag and length. */
    static final int MAX_SIGNATURE_BYTES = 72;

    /** Digest object of each thread: creating a MessageDigest costs more time than hashing a short path. */
    private static final ThreadLocal<MessageDigest> SHA256 = ThreadLocal.withInitial(EcdsaP256Suite::sha256);

    @Override
    public int id() {
        return ID;
    }

    @Override
    public Bytes digest(Bytes signedBytes) {
        MessageDigest sha256 = SHA256.get();
        signedBytes.addTo(sha256);
        return Bytes.wrap(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public Optional<String> signatureDefect(Bytes signature) {
        SignatureForm form = EcdsaSignature.formOfDer(signature.toArray());
        return form == SignatureForm.OK ? Optional.empty() : Optional.of(form.description());
    }

    @Override
    public Optional<String> keyDefect(RouterKey key) {
        return switch (P256PublicKey.parse(key)) {
            case P256PublicKey _ -> Optional.empty();
            case ParsedKey.Refused(String reason) -> Optional.of(reason);
        };
    }
}
