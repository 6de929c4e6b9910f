// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.BigIntegers;

/**
 * Creates signatures for chosen cases. With a chosen private key, nonce or digest, a test can create every case of a
 * verification.
 */
final class Crafted {
    private static final String SPKI_HEAD = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
    /** Bits of u1 that select one entry of the generator's table. */
    private static final int GENERATOR_TEETH = 16;

    private Crafted() {}

    /** A signature check: key, digest, and the signature (r, s). */
    record SignatureCase(P256PublicKey key, BigInteger digest, BigInteger r, BigInteger s) {
        SignatureForm addTo(SignatureBatch batch) {
            byte[] signature = new byte[2 * P256.BYTES];
            putBytes(r, signature, 0);
            putBytes(s, signature, P256.BYTES);
            byte[] hash = new byte[P256.BYTES];
            putBytes(digest, hash, 0);
            return batch.addP1363(key, hash, 0, signature, 0, signature.length);
        }

        SignatureForm addDerTo(SignatureBatch batch) {
            byte[] first = r.toByteArray();
            byte[] second = s.toByteArray();
            byte[] signature = new byte[6 + first.length + second.length];
            signature[0] = 0x30;
            signature[1] = (byte) (signature.length - 2);
            int at = integer(first, signature, 2);
            integer(second, signature, at);
            byte[] hash = new byte[P256.BYTES];
            putBytes(digest, hash, 0);
            return batch.addDer(key, hash, 0, signature, 0, signature.length);
        }

        private static int integer(byte[] number, byte[] to, int at) {
            to[at] = 2;
            to[at + 1] = (byte) number.length;
            System.arraycopy(number, 0, to, at + 2, number.length);
            return at + 2 + number.length;
        }
    }

    static P256PublicKey key(BigInteger secret) {
        return key(P256.G.multiply(secret));
    }

    static P256PublicKey key(ECPoint point) {
        byte[] spki = HexFormat.of().parseHex(SPKI_HEAD + HexFormat.of().formatHex(point.getEncoded(false), 1, 65));
        return (P256PublicKey) P256PublicKey.parse(spki);
    }

    /** Returns a random number from 1 to n-1. */
    static BigInteger scalar(RandomGenerator random) {
        byte[] bytes = new byte[P256.BYTES + 8];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes).mod(P256.N.subtract(BigInteger.ONE)).add(BigInteger.ONE);
    }

    /** Returns a number from 1 to n-1 in which words of all ones or all zeros cause long carries. */
    static BigInteger spiky(RandomGenerator random) {
        BigInteger value = BigInteger.ZERO;
        int bits = random.nextBoolean() ? 64 : 52;
        for (int i = 0; i < 256 / bits + 1; i++) {
            BigInteger word = switch (random.nextInt(3)) {
                case 0 -> BigInteger.ZERO;
                case 1 -> BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
                default -> new BigInteger(1, BigIntegers.asUnsignedByteArray(8, unsigned(random, bits)));
            };
            value = value.shiftLeft(bits).or(word);
        }
        value = value.mod(P256.N);
        return value.signum() == 0 ? BigInteger.ONE : value;
    }

    /**
     * Returns a valid signature of u1 G + u2 Q = R under the key of this secret. If the sum is infinity, the signature
     * must not verify.
     */
    static SignatureCase ofScalars(BigInteger secret, BigInteger u1, BigInteger u2, RandomGenerator random) {
        BigInteger nonce = u1.add(u2.multiply(secret)).mod(P256.N);
        BigInteger r =
                nonce.signum() == 0 ? scalar(random) : x(P256.G.multiply(nonce)).mod(P256.N);
        BigInteger s = r.multiply(u2.modInverse(P256.N)).mod(P256.N);
        return new SignatureCase(key(secret), u1.multiply(s).mod(P256.N), r, s);
    }

    /**
     * Returns a valid signature whose R has an x of at least n, so that x is r + n. The secret of its key is unknown.
     */
    static SignatureCase ofLargeX(RandomGenerator random) {
        while (true) {
            byte[] bytes = new byte[12];
            random.nextBytes(bytes);
            BigInteger r = new BigInteger(1, bytes).add(BigInteger.ONE);
            byte[] compressed = new byte[1 + P256.BYTES];
            compressed[0] = 2;
            putBytes(r.add(P256.N), compressed, 1);
            ECPoint sum;
            try {
                sum = P256.CURVE.decodePoint(compressed);
            } catch (IllegalArgumentException e) {
                continue; // half of all x are not the x of a point
            }
            BigInteger u1 = scalar(random);
            BigInteger u2 = scalar(random);
            ECPoint key = sum.subtract(P256.G.multiply(u1)).multiply(u2.modInverse(P256.N));
            BigInteger s = r.multiply(u2.modInverse(P256.N)).mod(P256.N);
            return new SignatureCase(key(key.normalize()), u1.multiply(s).mod(P256.N), r, s);
        }
    }

    static BigInteger x(ECPoint point) {
        return point.normalize().getAffineXCoord().toBigInteger();
    }

    /** The sum a G + b Q, by its two factors mod n. */
    record Sum(BigInteger a, BigInteger b) {
        Sum plus(Sum other) {
            return new Sum(a.add(other.a), b.add(other.b));
        }
    }

    /** Two points that a kernel adds. */
    record Addition(Sum left, Sum right) {
        /**
         * Returns the secret of the key under which both are equal (sign 1) or opposite (sign -1). Empty if there is no
         * such key.
         */
        List<BigInteger> secrets(int sign) {
            BigInteger factor = BigInteger.valueOf(sign);
            BigInteger divisor = left.b.subtract(right.b.multiply(factor)).mod(P256.N);
            BigInteger dividend = right.a.multiply(factor).subtract(left.a).mod(P256.N);
            return divisor.signum() == 0 || dividend.signum() == 0
                    ? List.of()
                    : List.of(dividend.multiply(divisor.modInverse(P256.N)).mod(P256.N));
        }
    }

    /**
     * Returns all additions of a verification with these scalars, in the order of {@code shape.c}. A Horner step adds A
     * + B and then A + (A + B).
     */
    static List<Addition> additions(TableShape shape, BigInteger u1, BigInteger u2) {
        List<Addition> additions = new ArrayList<>();
        List<List<Sum>> groups = new ArrayList<>();
        for (int g = 0; g < shape.spacing(); g++) {
            groups.add(new ArrayList<>());
        }
        int column = 0;
        for (BigInteger factor : columns(u1, GENERATOR_TEETH, shape.spacing())) {
            groups.get(column++ % shape.spacing()).add(new Sum(factor, BigInteger.ZERO));
        }
        column = 0;
        for (BigInteger factor : columns(u2, shape.teeth(), shape.spacing())) {
            groups.get(column++ % shape.spacing()).add(new Sum(BigInteger.ZERO, factor));
        }
        while (groups.stream().anyMatch(group -> group.size() > 1)) {
            groups.replaceAll(group -> level(group, additions));
        }
        Sum sum = groups.removeLast().getFirst();
        for (List<Sum> group : groups.reversed()) {
            Sum once = sum.plus(group.getFirst());
            additions.add(new Addition(sum, group.getFirst()));
            additions.add(new Addition(once, sum));
            sum = once.plus(sum);
        }
        return additions;
    }

    private static List<Sum> level(List<Sum> group, List<Addition> additions) {
        List<Sum> sums = new ArrayList<>();
        for (int i = 0; i < group.size(); i += 2) {
            if (i + 1 == group.size()) {
                sums.add(group.get(i));
            } else {
                additions.add(new Addition(group.get(i), group.get(i + 1)));
                sums.add(group.get(i).plus(group.get(i + 1)));
            }
        }
        return sums;
    }

    /**
     * Returns the factors of the table entries that the columns of a scalar select ({@code shape.h}). Bit i + 1 of the
     * odd scalar is the sign of 2^i; the highest sign is positive.
     */
    private static List<BigInteger> columns(BigInteger scalar, int teeth, int spacing) {
        boolean turned = !scalar.testBit(0);
        BigInteger odd = turned ? P256.N.subtract(scalar) : scalar;
        int count = (256 + teeth - 1) / teeth;
        List<BigInteger> columns = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            BigInteger factor = BigInteger.ZERO;
            for (int tooth = 0; tooth < teeth; tooth++) {
                int bit = c + tooth * count;
                boolean positive = odd.testBit(bit + 1) || bit == teeth * count - 1;
                BigInteger weight = BigInteger.ONE.shiftLeft(tooth * count + c / spacing * spacing);
                factor = positive ? factor.add(weight) : factor.subtract(weight);
            }
            columns.add(turned ? factor.negate() : factor);
        }
        return columns;
    }

    private static BigInteger unsigned(RandomGenerator random, int bits) {
        return new BigInteger(1, BigIntegers.asUnsignedByteArray(8, BigInteger.valueOf(random.nextLong() >>> 1)))
                .mod(BigInteger.ONE.shiftLeft(bits));
    }

    private static void putBytes(BigInteger value, byte[] to, int at) {
        BigIntegers.asUnsignedByteArray(value, to, at, P256.BYTES);
    }
}
