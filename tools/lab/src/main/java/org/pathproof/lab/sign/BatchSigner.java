// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.wire.Bytes;

/**
 * Signs digests, many at a time: ECDSA P-256 (FIPS 186-5 section 6.4.1) with the nonces of RFC 6979. <b>For the lab only</b>: the package
 * says why. For one thread.
 */
public final class BatchSigner {
    /** How many signatures share their inversions. */
    private static final int BATCH = 1024;

    private static final int OCTETS = 32;
    private static final int LONGS = Montgomery.LONGS;
    private static final ECDomainParameters P256 = new ECDomainParameters(FixedBase.CURVE);
    private static final Montgomery ORDER = Montgomery.of(P256.getN());
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    /** Takes a number into Montgomery's form by a product. */
    private static final long[] INTO = new long[LONGS];
    /** One, as it stands: takes a number out of Montgomery's form by a product. */
    private static final long[] OUT_OF = {1, 0, 0, 0};

    static {
        ORDER.set(INTO, 0, BigInteger.ONE.shiftLeft(Byte.SIZE * OCTETS));
    }

    private final Nonces nonces = new Nonces();
    private final FixedBase.Workspace workspace = new FixedBase.Workspace(BATCH);
    private final long[] digests = new long[BATCH * LONGS];
    private final long[] secrets = new long[BATCH * LONGS];
    private final long[] k = new long[BATCH * LONGS];
    private final long[] x = new long[BATCH * LONGS];
    private final long[] y = new long[BATCH * LONGS];
    private final long[] scratch = new long[BATCH * LONGS];
    private final byte[] octets = new byte[OCTETS];
    private final boolean[] unusual = new boolean[BATCH];

    /**
     * Something to be signed.
     *
     * @param digest SHA-256, 32 octets
     * @param secret the private scalar to sign it with, from 1 to n-1
     */
    public record Question(Bytes digest, BigInteger secret) {}

    /** A signature for each question, in the same order, as an ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3). */
    public List<Bytes> sign(List<Question> questions) {
        List<Bytes> signatures = new ArrayList<>(questions.size());
        for (int from = 0; from < questions.size(); from += BATCH) {
            List<Question> batch = questions.subList(from, Math.min(questions.size(), from + BATCH));
            for (int i = 0; i < batch.size(); i++) {
                take(batch.get(i), i);
            }
            compute(batch.size());
            for (int i = 0; i < batch.size(); i++) {
                signatures.add(unusual[i] ? oneByOne(batch.get(i)) : signature(i));
            }
        }
        return signatures;
    }

    private void take(Question question, int i) {
        int at = i * LONGS;
        byte[] secret = BigIntegers.asUnsignedByteArray(OCTETS, question.secret());
        load(secrets, at, secret);
        question.digest().copyTo(octets, 0);
        load(digests, at, octets);
        ORDER.reduce(digests, at, digests[at], digests[at + 1], digests[at + 2], digests[at + 3], 0);
        store(digests, at, octets);
        load(k, at, nonces.first(secret, octets));
        unusual[i] = Montgomery.isZero(k, at) || !isBelowOrder(k, at);
        if (unusual[i]) {
            Montgomery.copy(k, at, OUT_OF, 0);
        }
    }

    /** Leaves r in {@code x} and s in {@code k}. */
    private void compute(int count) {
        FixedBase.TABLE.multiply(k, count, x, y, workspace);
        for (int at = 0; at < count * LONGS; at += LONGS) {
            ORDER.multiply(k, at, k, at, INTO, 0);
        }
        ORDER.invertAll(k, count, scratch);
        for (int at = 0; at < count * LONGS; at += LONGS) {
            FixedBase.FIELD.multiply(x, at, x, at, OUT_OF, 0);
            ORDER.reduce(x, at, x[at], x[at + 1], x[at + 2], x[at + 3], 0); // p < 2 n
            // s = (e + r d) / k, where d and 1/k are in Montgomery's form, so that the products are not
            ORDER.multiply(secrets, at, secrets, at, INTO, 0);
            ORDER.multiply(secrets, at, secrets, at, x, at);
            ORDER.add(secrets, at, secrets, at, digests, at);
            ORDER.multiply(k, at, k, at, secrets, at);
            unusual[at / LONGS] |= Montgomery.isZero(x, at) || Montgomery.isZero(k, at);
        }
    }

    /** What takes another candidate for the nonce: one signature in four billion. */
    static Bytes oneByOne(Question question) {
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
        signer.init(true, new ECPrivateKeyParameters(question.secret(), P256));
        BigInteger[] rs = signer.generateSignature(question.digest().toArray());
        try {
            return Bytes.wrap(StandardDSAEncoding.INSTANCE.encode(P256.getN(), rs[0], rs[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes signature(int i) {
        byte[] der = new byte[2 + 2 * (3 + OCTETS)];
        int end = integer(x, i * LONGS, der, 2);
        end = integer(k, i * LONGS, der, end);
        der[0] = 0x30;
        der[1] = (byte) (end - 2);
        return Bytes.wrap(Arrays.copyOf(der, end));
    }

    /** Writes an INTEGER in DER; where it ends. */
    private int integer(long[] number, int at, byte[] der, int from) {
        store(number, at, octets);
        int first = 0;
        while (octets[first] == 0) {
            first++; // ends, because no r and no s is zero
        }
        int sign = octets[first] < 0 ? 1 : 0;
        int length = OCTETS - first;
        der[from] = 0x02;
        der[from + 1] = (byte) (length + sign);
        der[from + 2] = 0;
        System.arraycopy(octets, first, der, from + 2 + sign, length);
        return from + 2 + sign + length;
    }

    private static boolean isBelowOrder(long[] number, int at) {
        int order = Long.compareUnsigned(number[at + 3], ORDER.m3());
        order = order != 0 ? order : Long.compareUnsigned(number[at + 2], ORDER.m2());
        order = order != 0 ? order : Long.compareUnsigned(number[at + 1], ORDER.m1());
        order = order != 0 ? order : Long.compareUnsigned(number[at], ORDER.m0());
        return order < 0;
    }

    private static void load(long[] number, int at, byte[] bigEndian) {
        for (int i = 0; i < LONGS; i++) {
            number[at + i] = (long) BIG_ENDIAN.get(bigEndian, OCTETS - (i + 1) * Long.BYTES);
        }
    }

    private static void store(long[] number, int at, byte[] bigEndian) {
        for (int i = 0; i < LONGS; i++) {
            BIG_ENDIAN.set(bigEndian, OCTETS - (i + 1) * Long.BYTES, number[at + i]);
        }
    }
}
