// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Short names of questions about signatures: SHA-256 over suite, key, digest and signature, cut to 128 bits. A key is told by eight octets
 * of a hash over its SubjectPublicKeyInfo and a secret of this process, computed once for each key object, so that a name takes two blocks
 * of SHA-256. Because of the secret nobody can look for two questions of one name: to try one takes a route that reaches this process, and
 * its name is never seen outside.
 */
final class SignatureNames {
    private static final int SECRET = 32;
    private static final int NAME = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] secret = new byte[SECRET];
    /** By identity, as long as the key is there; keys of equal octets get equal numbers. */
    private final LoadingCache<RouterKey, Long> keys =
            Caffeine.newBuilder().weakKeys().build(this::number);

    SignatureNames() {
        new SecureRandom().nextBytes(secret);
    }

    /** Makes names one after the other, for one thread. */
    final class Maker {
        private final MessageDigest sha256 = sha256();
        private final byte[] head = new byte[2 + Long.BYTES];
        private final byte[] name = new byte[NAME];

        /** Makes the name of a question: {@link #first} and {@link #second} are its words until the next. */
        void make(SignatureCheck check) {
            // The suite says how long a digest is; its length stands in front nevertheless, so that no two questions
            // give the same octets.
            head[0] = (byte) check.suite();
            head[1] = (byte) check.digest().length();
            LONGS.set(head, 2, (long) keys.get(check.key()));
            sha256.update(head);
            check.digest().addTo(sha256);
            check.signature().addTo(sha256);
            try {
                sha256.digest(name, 0, NAME);
            } catch (DigestException e) {
                throw new IllegalStateException("SHA-256 has 32 octets", e);
            }
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
