// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.BitSet;
import java.util.List;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.p256.SignatureForm;
import org.pathproof.wire.Bytes;

/**
 * The {@link SignatureVerifier} of the product: suite 1 (ECDSA P-256 with SHA-256, RFC 8608) on {@code libs/p256}. Public keys are
 * parsed once and kept, by their octets and within a bound, so that a key that is used often keeps what its engine has precomputed.
 */
public final class BatchVerifier implements SignatureVerifier {
    private static final int KEPT_KEYS = 16_384;

    private final SignatureEngine engine;
    private final LoadingCache<Bytes, P256PublicKey.Parsed> parsedKeys =
            Caffeine.newBuilder().maximumSize(KEPT_KEYS).build(spki -> P256PublicKey.parse(spki.toArray()));

    /** On the fastest engine of this machine. */
    public BatchVerifier() {
        this(SignatureEngines.fastest());
    }

    public BatchVerifier(SignatureEngine engine) {
        this.engine = engine;
    }

    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        SignatureBatch batch = new SignatureBatch(checks.size());
        int[] askedBy = new int[checks.size()];
        for (int i = 0; i < checks.size(); i++) {
            int at = batch.size();
            if (add(batch, checks.get(i))) {
                askedBy[at] = i;
            }
        }
        BitSet verified = engine.verify(batch);
        BitSet answers = new BitSet(checks.size());
        verified.stream().forEach(at -> answers.set(askedBy[at]));
        return answers;
    }

    /** Whether the check can be asked at all; what is no key, no digest or no signature does not verify. */
    private boolean add(SignatureBatch batch, SignatureCheck check) {
        if (check.suite() != EcdsaP256Suite.ID || check.digest().length() != EcdsaP256Suite.DIGEST_OCTETS) {
            return false;
        }
        if (!(parsedKeys.get(check.key().spki()) instanceof P256PublicKey.Parsed.Key(P256PublicKey key))) {
            return false;
        }
        byte[] signature = check.signature().toArray();
        return batch.addDer(key, check.digest().toArray(), 0, signature, 0, signature.length) == SignatureForm.OK;
    }
}
