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
 * Short names of questions about signatures: 128 bits of SipHash-2-4 over suite, SubjectPublicKeyInfo, digest and signature, under a
 * secret of this process. Because of the secret nobody can look for two questions of one name: to try one takes a route that reaches
 * this process, and its name is never seen outside.
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

    /** Makes names one after the other, for one thread. */
    final class Maker {
        private final SipHash128 sipHash = new SipHash128(ROUNDS, LAST_ROUNDS);
        private final byte[] name = new byte[NAME];
        private byte[] question = new byte[USUAL];

        Maker() {
            sipHash.init(sipKey);
        }

        /** Makes the name of a question: {@link #first} and {@link #second} are its words until the next. */
        void make(SignatureCheck check) {
            // All lengths but the last stand in front, so that no two questions give the same octets.
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

        /** Never 0. */
        long first() {
            long first = (long) LONGS.get(name, 0);
            return first == 0 ? 1 : first;
        }

        long second() {
            return (long) LONGS.get(name, Long.BYTES);
        }
    }
}
