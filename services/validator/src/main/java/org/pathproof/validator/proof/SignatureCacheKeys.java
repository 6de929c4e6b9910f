// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.security.SecureRandom;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Keys of signature checks in the {@link SignatureCache}: 128 bits of SipHash-2-4 over suite, SubjectPublicKeyInfo,
 * digest and signature, under a secret of this process. An attacker without the secret cannot compute two checks with
 * the same key, and keys are not visible outside.
 */
final class SignatureCacheKeys {
    private static final int HEADER_BYTES = 4;
    private static final int INITIAL_BYTES = 256;

    private final long firstSecret;
    private final long secondSecret;

    SignatureCacheKeys() {
        SecureRandom random = new SecureRandom();
        firstSecret = random.nextLong();
        secondSecret = random.nextLong();
    }

    /** Computes keys, one at a time. Not thread-safe. */
    final class Builder {
        private final SipHash128 sipHash = new SipHash128(firstSecret, secondSecret);
        private byte[] input = new byte[INITIAL_BYTES];

        /** Computes the key of a check: {@link #first} and {@link #second} return it until the next call. */
        void build(SignatureCheck check) {
            // The lengths come first, so that two different checks never give the same bytes.
            RouterKey key = check.key();
            int spki = key.spkiLength();
            int digest = check.digest().length();
            int length = HEADER_BYTES + spki + digest + check.signature().length();
            if (input.length < SipHash128.padded(length)) {
                input = new byte[SipHash128.padded(length)];
            }
            input[0] = (byte) check.suite();
            input[1] = (byte) digest;
            input[2] = (byte) (spki >>> 8);
            input[3] = (byte) spki;
            key.copySpkiTo(input, HEADER_BYTES);
            check.digest().copyTo(input, HEADER_BYTES + spki);
            check.signature().copyTo(input, HEADER_BYTES + spki + digest);
            sipHash.hash(input, length);
        }

        /** Returns the first word, which is never 0. */
        long first() {
            return sipHash.first() == 0 ? 1 : sipHash.first();
        }

        long second() {
            return sipHash.second();
        }
    }
}
