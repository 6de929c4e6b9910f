// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.interfaces.DSAPrivateKey;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * DSA with nonces that were prepared before the messages are known (FIPS 186-4 section 4.6). The preparation does the
 * exponentiation, and the signature itself needs two multiplications. For experiments only: numbers of the JDK have no
 * protection against side channels. Not thread-safe.
 */
public final class PrecomputedDsa {
    private static final int SHA1_BYTES = 20;

    private final BigInteger p;
    private final BigInteger q;
    private final BigInteger g;
    private final BigInteger x;
    private final SecureRandom random;
    private final Deque<Nonce> nonces = new ArrayDeque<>();

    /** The part of a signature that does not depend on the message. Each nonce serves one signature. */
    private record Nonce(BigInteger r, BigInteger inverse) {}

    public PrecomputedDsa(DSAPrivateKey key, SecureRandom random) {
        p = key.getParams().getP();
        q = key.getParams().getQ();
        g = key.getParams().getG();
        x = key.getX();
        this.random = random;
    }

    /** Prepares nonces for this many signatures. */
    public void prepare(int signatures) {
        for (int i = 0; i < signatures; i++) {
            BigInteger k = BigIntegers.createRandomInRange(BigInteger.ONE, q.subtract(BigInteger.ONE), random);
            nonces.addLast(new Nonce(g.modPow(k, p).mod(q), k.modInverse(q)));
        }
    }

    /**
     * Signs a message with SHA-1 and the next nonce.
     *
     * @return r and s, 40 bytes for DSA-1024
     * @throws IllegalStateException if no nonce is left
     */
    public Bytes sign(Bytes message) {
        Nonce nonce = nonces.pollFirst();
        if (nonce == null) {
            throw new IllegalStateException("no nonce is left: call prepare first");
        }
        BigInteger s = sha1(message)
                .add(x.multiply(nonce.r()))
                .multiply(nonce.inverse())
                .mod(q);
        return new ByteWriter()
                .bytes(BigIntegers.asUnsignedByteArray(SHA1_BYTES, nonce.r()))
                .bytes(BigIntegers.asUnsignedByteArray(SHA1_BYTES, s))
                .toBytes();
    }

    private static BigInteger sha1(Bytes message) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            message.addTo(digest);
            return new BigInteger(1, digest.digest());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
