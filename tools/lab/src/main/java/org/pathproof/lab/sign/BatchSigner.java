// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.p256.portable.BaseMultiplier;
import org.pathproof.p256.portable.Generator;
import org.pathproof.p256.portable.Limbs;
import org.pathproof.p256.portable.ModularInverse;
import org.pathproof.p256.portable.Order;
import org.pathproof.wire.Bytes;

/**
 * Signs many digests at a time: ECDSA P-256 (FIPS 186-5 section 6.4.1) with the nonces of RFC 6979. <b>For the lab
 * only</b>, for the reasons in the package description. Not thread-safe.
 */
public final class BatchSigner {
    private static final int MAX_BATCH_SIGNATURES = 128;
    private static final int SCALAR_BYTES = 32;
    private static final int LIMBS = Limbs.COUNT;
    private static final X9ECParameters CURVE = CustomNamedCurves.getByName("secp256r1");
    private static final ECDomainParameters P256 = new ECDomainParameters(CURVE);

    private static final class Holder {
        static final Generator GENERATOR = Generator.forProducts();
    }

    private final Nonces nonces = new Nonces();
    private final BaseMultiplier multiplier = new BaseMultiplier(Holder.GENERATOR, MAX_BATCH_SIGNATURES);
    private final long[] digests = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] secrets = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] k = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] r = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] s = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] products = new long[MAX_BATCH_SIGNATURES * LIMBS];
    private final long[] product = new long[LIMBS];
    private final long[] inverse = new long[LIMBS];
    private final ModularInverse modularInverse = Order.newInverse();
    private final byte[] number = new byte[SCALAR_BYTES];
    private final boolean[] needsOtherNonce = new boolean[MAX_BATCH_SIGNATURES];
    private final boolean[] failed = new boolean[MAX_BATCH_SIGNATURES];

    /**
     * A digest to sign.
     *
     * @param digest SHA-256, 32 bytes
     * @param secret the private scalar, from 1 to n-1
     */
    public record Request(Bytes digest, BigInteger secret) {}

    /** Returns one signature per request, in the same order, as an ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3). */
    public List<Bytes> sign(List<Request> requests) {
        List<Bytes> signatures = new ArrayList<>(requests.size());
        for (int from = 0; from < requests.size(); from += MAX_BATCH_SIGNATURES) {
            List<Request> batch = requests.subList(from, Math.min(requests.size(), from + MAX_BATCH_SIGNATURES));
            for (int i = 0; i < batch.size(); i++) {
                read(batch.get(i), i);
            }
            compute(batch.size());
            for (int i = 0; i < batch.size(); i++) {
                signatures.add(needsOtherNonce[i] ? signAlone(batch.get(i)) : encode(i));
            }
        }
        return signatures;
    }

    private void read(Request request, int i) {
        int at = i * LIMBS;
        byte[] secret = BigIntegers.asUnsignedByteArray(SCALAR_BYTES, request.secret());
        Limbs.read(secret, 0, secrets, at);
        request.digest().copyTo(number, 0);
        Limbs.read(number, 0, digests, at);
        Order.reduce(digests, at, digests, at);
        Limbs.write(digests, at, number, 0);
        Limbs.read(nonces.first(secret, number), 0, k, at);
        needsOtherNonce[i] = !Order.isScalar(k, at);
        if (needsOtherNonce[i]) {
            Limbs.setOne(k, at);
        }
    }

    /** Computes r = x(k G) mod n and s = (digest + r secret) / k mod n of all requests. */
    private void compute(int count) {
        multiplier.multiply(k, count, r, failed);
        Order.setOne(product, 0);
        for (int at = 0; at < count * LIMBS; at += LIMBS) {
            Order.reduce(r, at, r, at); // p < 2 n
            Order.toMontgomery(k, at, k, at);
            System.arraycopy(product, 0, products, at, LIMBS);
            Order.multiply(product, 0, k, at, product, 0);
        }
        Order.invert(product, 0, inverse, 0, modularInverse);
        for (int i = count - 1; i >= 0; i--) {
            int at = i * LIMBS;
            Order.multiply(inverse, 0, products, at, products, at); // 1 / k
            Order.multiply(inverse, 0, k, at, inverse, 0);
            // One factor of each product is in Montgomery form and the other is not, so the product is not.
            Order.toMontgomery(secrets, at, secrets, at);
            Order.multiply(secrets, at, r, at, s, at);
            Order.reduce(s, at, s, at);
            Order.add(s, at, digests, at, s, at);
            Order.multiply(s, at, products, at, s, at);
            Order.reduce(s, at, s, at);
            needsOtherNonce[i] |= failed[i] || !Order.isScalar(r, at) || !Order.isScalar(s, at);
        }
    }

    /** Signs with Bouncy Castle, which tries further nonces. One signature in four billion needs a further nonce. */
    static Bytes signAlone(Request request) {
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
        signer.init(true, new ECPrivateKeyParameters(request.secret(), P256));
        BigInteger[] rs = signer.generateSignature(request.digest().toArray());
        try {
            return Bytes.wrap(StandardDSAEncoding.INSTANCE.encode(P256.getN(), rs[0], rs[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes encode(int i) {
        byte[] der = new byte[2 + 2 * (3 + SCALAR_BYTES)];
        int end = writeInteger(r, i * LIMBS, der, 2);
        end = writeInteger(s, i * LIMBS, der, end);
        der[0] = 0x30;
        der[1] = (byte) (end - 2);
        return Bytes.wrap(Arrays.copyOf(der, end));
    }

    /** Writes an INTEGER in DER and returns the index of its end. */
    private int writeInteger(long[] limbs, int at, byte[] der, int from) {
        Limbs.write(limbs, at, number, 0);
        int first = 0;
        while (number[first] == 0) {
            first++; // ends, because r and s are not zero
        }
        int sign = number[first] < 0 ? 1 : 0;
        int length = SCALAR_BYTES - first;
        der[from] = 0x02;
        der[from + 1] = (byte) (length + sign);
        der[from + 2] = 0;
        System.arraycopy(number, first, der, from + 2 + sign, length);
        return from + 2 + sign + length;
    }
}
