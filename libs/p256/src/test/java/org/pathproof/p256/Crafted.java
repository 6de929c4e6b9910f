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

    private Crafted() {}

    /** A signature check: key, digest, and the signature (r, s). */
    record Question(P256PublicKey key, BigInteger digest, BigInteger r, BigInteger s) {
        SignatureForm addTo(SignatureBatch batch) {
            byte[] signature = new byte[2 * P256.BYTES];
            bytes(r, signature, 0);
            bytes(s, signature, P256.BYTES);
            byte[] hash = new byte[P256.BYTES];
            bytes(digest, hash, 0);
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
            bytes(digest, hash, 0);
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
        return ((ParsedKey.Valid) ParsedKey.parse(spki)).key();
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
    static Question ofScalars(BigInteger secret, BigInteger u1, BigInteger u2, RandomGenerator random) {
        BigInteger nonce = u1.add(u2.multiply(secret)).mod(P256.N);
        BigInteger r =
                nonce.signum() == 0 ? scalar(random) : x(P256.G.multiply(nonce)).mod(P256.N);
        BigInteger s = r.multiply(u2.modInverse(P256.N)).mod(P256.N);
        return new Question(key(secret), u1.multiply(s).mod(P256.N), r, s);
    }

    /**
     * Returns a valid signature whose R has an x of at least n, so that x is r + n. The secret of its key is unknown.
     */
    static Question ofLargeX(RandomGenerator random) {
        while (true) {
            byte[] bytes = new byte[12];
            random.nextBytes(bytes);
            BigInteger r = new BigInteger(1, bytes).add(BigInteger.ONE);
            byte[] compressed = new byte[1 + P256.BYTES];
            compressed[0] = 2;
            bytes(r.add(P256.N), compressed, 1);
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
            return new Question(key(key.normalize()), u1.multiply(s).mod(P256.N), r, s);
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

        Sum twice(int times) {
            return new Sum(a.shiftLeft(times), b.shiftLeft(times));
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

    /** Returns all additions of a verification with these scalars, in the order of {@code shape.c}. */
    static List<Addition> additions(TableShape shape, BigInteger u1, BigInteger u2) {
        List<Addition> additions = new ArrayList<>();
        int stride = shape.stride();
        List<List<Sum>> groups = new ArrayList<>();
        for (int g = 0; g < stride; g++) {
            groups.add(new ArrayList<>());
        }
        for (BigInteger digit : digits(u1, 12, 1)) {
            groups.getFirst().add(new Sum(digit, BigInteger.ZERO));
        }
        int i = 0;
        for (BigInteger digit : digits(u2, shape.window(), stride)) {
            groups.get(i++ % stride).add(new Sum(BigInteger.ZERO, digit));
        }
        int enough = stride == 1 ? 3 : 1;
        while (groups.stream().anyMatch(group -> group.size() > enough)) {
            groups.replaceAll(group -> level(group, additions));
        }
        Sum sum = null;
        for (List<Sum> group : groups.reversed()) {
            sum = sum == null ? null : sum.twice(shape.window());
            for (Sum next : group) {
                if (sum != null) {
                    additions.add(new Addition(sum, next));
                }
                sum = sum == null ? next : sum.plus(next);
            }
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

    /** Returns the signed odd digits of {@code shape.h}, each with the weight of its table entry. */
    private static List<BigInteger> digits(BigInteger scalar, int window, int stride) {
        boolean turned = !scalar.testBit(0);
        BigInteger odd = turned ? P256.N.subtract(scalar) : scalar;
        int count = (256 + window - 1) / window;
        List<BigInteger> digits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BigInteger bits = odd.shiftRight(window * i + 1).mod(BigInteger.ONE.shiftLeft(window));
            BigInteger digit = bits.shiftLeft(1).add(BigInteger.ONE);
            if (i < count - 1) {
                digit = digit.subtract(BigInteger.ONE.shiftLeft(window));
            }
            digit = digit.shiftLeft(i / stride * stride * window);
            digits.add(turned ? digit.negate() : digit);
        }
        return digits;
    }

    private static BigInteger unsigned(RandomGenerator random, int bits) {
        return new BigInteger(1, BigIntegers.asUnsignedByteArray(8, BigInteger.valueOf(random.nextLong() >>> 1)))
                .mod(BigInteger.ONE.shiftLeft(bits));
    }

    private static void bytes(BigInteger value, byte[] to, int at) {
        BigIntegers.asUnsignedByteArray(value, to, at, P256.BYTES);
    }
}
