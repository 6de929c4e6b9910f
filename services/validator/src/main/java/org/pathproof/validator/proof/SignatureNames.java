// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import org.bouncycastle.crypto.macs.SipHash128;
import org.bouncycastle.crypto.params.KeyParameter;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.wire.rpki.PerRouterKey;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Short names of questions about signatures: 128 bits of SipHash-2-4 over suite, key, digest and signature, under a secret of this
 * process. A key is told by eight octets of a hash over its SubjectPublicKeyInfo and another secret, computed once for each key object.
 * Because of the secrets nobody can look for two questions of one name: to try one takes a route that reaches this process, and its name
 * is never seen outside.
 */
final class SignatureNames {
    private static final int SECRET = 32;
    private static final int SIP_KEY = 16;
    private static final int ROUNDS = 2;
    private static final int LAST_ROUNDS = 4;
    private static final int NAME = 16;
    private static final int HEAD = 2 + Long.BYTES;
    private static final int USUAL = 128;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] secret = new byte[SECRET];
    private final KeyParameter sipKey;
    /** Keys of equal octets get equal numbers. */
    private final PerRouterKey<Long> keys = new PerRouterKey<>(this::number);

    SignatureNames() {
        SecureRandom random = new SecureRandom();
        random.nextBytes(secret);
        byte[] key = new byte[SIP_KEY];
        random.nextBytes(key);
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
            // The suite says how long a digest is; its length stands in front nevertheless, so that no two questions
            // give the same octets.
            int digest = check.digest().length();
            int length = HEAD + digest + check.signature().length();
            if (question.length < length) {
                question = new byte[length];
            }
            question[0] = (byte) check.suite();
            question[1] = (byte) digest;
            LONGS.set(question, 2, (long) keys.of(check.key()));
            check.digest().copyTo(question, HEAD);
            check.signature().copyTo(question, HEAD + digest);
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

    private Long number(RouterKey key) {
        MessageDigest sha256 = sha256();
        sha256.update(secret);
        key.spki().addTo(sha256);
        return (long) LONGS.get(sha256.digest(), 0);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
