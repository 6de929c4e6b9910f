// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.security.SecureRandom;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Names of signature checks: 128 bits of SipHash-2-4 over suite, SubjectPublicKeyInfo, digest and signature, under a
 * secret of this process. An attacker without the secret cannot compute two checks with the same name, and names are
 * not visible outside.
 */
final class SignatureNames {
    private static final int HEAD = 4;
    private static final int USUAL = 256;

    private final long firstSecret;
    private final long secondSecret;

    SignatureNames() {
        SecureRandom random = new SecureRandom();
        firstSecret = random.nextLong();
        secondSecret = random.nextLong();
    }

    /** Computes names, one at a time. Not thread-safe. */
    final class Maker {
        private final SipHash128 sipHash = new SipHash128(firstSecret, secondSecret);
        private byte[] question = new byte[USUAL];

        /** Computes the name of a check: {@link #first} and {@link #second} return it until the next call. */
        void make(SignatureCheck check) {
            // The lengths come first, so that two different checks never give the same bytes.
            RouterKey key = check.key();
            int spki = key.spkiLength();
            int digest = check.digest().length();
            int length = HEAD + spki + digest + check.signature().length();
            if (question.length < SipHash128.padded(length)) {
                question = new byte[SipHash128.padded(length)];
            }
            question[0] = (byte) check.suite();
            question[1] = (byte) digest;
            question[2] = (byte) (spki >>> 8);
            question[3] = (byte) spki;
            key.copySpkiTo(question, HEAD);
            check.digest().copyTo(question, HEAD + spki);
            check.signature().copyTo(question, HEAD + spki + digest);
            sipHash.hash(question, length);
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
