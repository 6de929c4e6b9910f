// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The keys of the differential fuzz, all with known secrets, and a stock of cases that are expensive to create. There
 * are keys that are small multiples of G and -G, ordinary keys, and keys that never have a table. For each shape of
 * tables there is also one key for each addition in which the key causes equal or opposite points.
 */
final class FuzzKeys {
    /** A key and its secret. */
    record Secret(BigInteger number, P256PublicKey key) {
        static Secret of(BigInteger number) {
            return new Secret(number.mod(P256.N), Crafted.key(number.mod(P256.N)));
        }
    }

    /**
     * A case in which a kernel adds equal or opposite points when the key has a table of this shape. The signature is
     * valid unless the last two points are opposite, so that the sum is infinity.
     */
    record Exceptional(TableShape shape, Crafted.SignatureCase signatureCase, boolean valid) {}

    static final int NEAR = 9;
    private static final int ORDINARY = 40;
    private static final int WITHOUT_TABLE = 8;
    private static final int LARGE_X = 24;
    private static final int MULTIPLES = 512;

    /** NEAR multiples of G, 1 G first, each followed by its opposite. */
    final List<Secret> near = new ArrayList<>();

    /** Keys with tables, including the near ones. */
    final List<Secret> secrets = new ArrayList<>();

    final List<Secret> withoutTable = new ArrayList<>();
    final List<Crafted.SignatureCase> largeX = new ArrayList<>();
    final List<Exceptional> exceptional = new ArrayList<>();

    /** The x of k G mod n, at index k - 1. */
    final List<BigInteger> multiples = new ArrayList<>();

    FuzzKeys(SplittableRandom random) {
        for (int k = 1; k <= NEAR; k++) {
            near.add(Secret.of(BigInteger.valueOf(k)));
            near.add(Secret.of(BigInteger.valueOf(-k)));
        }
        secrets.addAll(near);
        secrets.add(Secret.of(P256.N.shiftRight(1)));
        secrets.add(Secret.of(BigInteger.TWO.modInverse(P256.N)));
        for (int bit : new int[] {12, 24, 64, 128, 252, 255}) {
            secrets.add(Secret.of(BigInteger.ONE.shiftLeft(bit)));
        }
        for (int i = 0; i < ORDINARY; i++) {
            secrets.add(Secret.of(Crafted.scalar(random)));
        }
        for (int i = 0; i < WITHOUT_TABLE; i++) {
            withoutTable.add(Secret.of(Crafted.scalar(random)));
        }
        for (int i = 0; i < LARGE_X; i++) {
            largeX.add(Crafted.ofLargeX(random));
        }
        for (int k = 1; k <= MULTIPLES; k++) {
            multiples.add(Crafted.x(P256.G.multiply(BigInteger.valueOf(k))).mod(P256.N));
        }
        for (TableShape shape : TableShape.values()) {
            BigInteger u1 = Crafted.scalar(random);
            BigInteger u2 = Crafted.scalar(random);
            for (Crafted.Addition addition : Crafted.additions(shape, u1, u2)) {
                for (int sign : new int[] {1, -1}) {
                    for (BigInteger secret : addition.secrets(sign)) {
                        boolean valid = u1.add(u2.multiply(secret)).mod(P256.N).signum() != 0;
                        exceptional.add(new Exceptional(shape, Crafted.ofScalars(secret, u1, u2, random), valid));
                    }
                }
            }
        }
    }
}
