// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import org.bouncycastle.crypto.macs.SipHash128;
import org.bouncycastle.crypto.params.KeyParameter;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Names of signature checks: 128 bits of SipHash-2-4 over suite, SubjectPublicKeyInfo, digest and signature, under a
 * secret of this process. An attacker without the secret cannot compute two checks with the same name, and names are
 * not visible outside.
 */
final class SignatureNames {
    private static final int SIP_KEY = 16;
    private static final int ROUNDS = 2;
    private static final int LAST_ROUNDS = 4;
    private static final int NAME = 16;
    private static final int HEAD = 4;
    private static final int USUAL = 256;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final KeyParameter sipKey;

    SignatureNames() {
        byte[] key = new byte[SIP_KEY];
        new SecureRandom().nextBytes(key);
        sipKey = new KeyParameter(key);
    }

    /** Computes names, one at a time. Not thread-safe. */
    final class Maker {
        private final SipHash128 sipHash = new SipHash128(ROUNDS, LAST_ROUNDS);
        private final byte[] name = new byte[NAME];
        private byte[] question = new byte[USUAL];

        Maker() {
            sipHash.init(sipKey);
        }

        /** Computes the name of a check: {@link #first} and {@link #second} return it until the next call. */
        void make(SignatureCheck check) {
            // The lengths come first, so that two different checks never give the same bytes.
            RouterKey key = check.key();
            int spki = key.spkiLength();
            int digest = check.digest().length();
            int length = HEAD + spki + digest + check.signature().length();
            if (question.length < length) {
                question = new byte[length];
            }
            question[0] = (byte) check.suite();
            question[1] = (byte) digest;
            question[2] = (byte) (spki >>> 8);
            question[3] = (byte) spki;
            key.copySpkiTo(question, HEAD);
            check.digest().copyTo(question, HEAD + spki);
            check.signature().copyTo(question, HEAD + spki + digest);
            sipHash.update(question, 0, length);
            sipHash.doFinal(name, 0);
        }

        /** Returns the first word, which is never 0. */
        long first() {
            long first = (long) LONGS.get(name, 0);
            return first == 0 ? 1 : first;
        }

        long second() {
            return (long) LONGS.get(name, Long.BYTES);
        }
    }
}
