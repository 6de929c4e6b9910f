// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.HexFormat;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares points and tables with Bouncy Castle. */
class MultiplesTest {
    private static final ECPoint G = CustomNamedCurves.getByName("secp256r1").getG();
    private static final BigInteger P = Field.P;

    private static byte[] coordinates(ECPoint point) {
        byte[] encoded = point.getEncoded(false);
        return HexFormat.of().parseHex(HexFormat.of().formatHex(encoded, 1, encoded.length));
    }

    private static long[] affine(ECPoint point) {
        return Jacobian.affine(coordinates(point));
    }

    private static BigInteger plain(long[] limbs, int at) {
        return Numbers.value(limbs, at).multiply(Numbers.R.modInverse(P)).mod(P);
    }

    private static void check(Jacobian point, ECPoint expected) {
        long[] w = point.coordinates();
        BigInteger inverse = plain(w, Jacobian.Z).modInverse(P);
        BigInteger square = inverse.multiply(inverse);
        ECPoint affine = expected.normalize();
        assertThat(plain(w, Jacobian.X).multiply(square).mod(P))
                .isEqualTo(affine.getAffineXCoord().toBigInteger());
        assertThat(plain(w, Jacobian.Y).multiply(square).multiply(inverse).mod(P))
                .isEqualTo(affine.getAffineYCoord().toBigInteger());
    }

    @Test
    void addsAndDoublesPoints() {
        Jacobian point = new Jacobian();
        for (int i = 1; i < 20; i++) {
            for (int j = 1; j < 20; j++) {
                ECPoint left = G.multiply(BigInteger.valueOf(i));
                ECPoint right = G.multiply(BigInteger.valueOf(j));
                point.set(affine(left), 0);
                point.twice();
                check(point, left.twice());
                if (2 * i != j) {
                    point.add(affine(right), 0);
                    check(point, left.twice().add(right));
                    point.twice();
                    check(point, left.twice().add(right).twice());
                }
            }
        }
    }

    @Test
    void equalAndOppositePointsHaveNoZ() {
        long[] scratch = new long[Limbs.COUNT];
        for (ECPoint other : new ECPoint[] {G, G.negate()}) {
            Jacobian point = new Jacobian();
            point.set(affine(G), 0);
            point.add(affine(other), 0);
            assertThat(Field.isZero(point.coordinates(), Jacobian.Z, scratch)).isTrue();
            point.twice();
            point.add(affine(G.twice()), 0);
            assertThat(Field.isZero(point.coordinates(), Jacobian.Z, scratch)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"4,4", "5,2", "6,1", "8,1"})
    void fillsEveryEntryWithItsMultiple(int window, int stride) {
        TableLayout layout = new TableLayout(window, stride);
        ECPoint base = G.multiply(BigInteger.valueOf(12345));
        MemorySegment table = Arena.ofAuto().allocate(layout.bytes(), 64);
        layout.fill(coordinates(base), table);
        long[] entry = new long[Jacobian.AFFINE_LONGS];
        int slots = (int) (layout.bytes() / (64L << (window - 1)));
        for (int slot = 0; slot < slots; slot++) {
            ECPoint start = base.multiply(BigInteger.ONE.shiftLeft(slot * window * stride))
                    .normalize();
            ECPoint step = start.twice().normalize();
            ECPoint expected = start;
            for (int i = 0; i < 1 << (window - 1); i++) {
                boolean negative = i % 2 == 1;
                Multiples.load(table, Multiples.offset(window, slot, i), negative ? -1 : 0, entry, 0);
                ECPoint affine = (negative ? expected.negate() : expected).normalize();
                assertThat(plain(entry, 0)).isEqualTo(affine.getAffineXCoord().toBigInteger());
                assertThat(plain(entry, Jacobian.Y))
                        .isEqualTo(affine.getAffineYCoord().toBigInteger());
                expected = expected.add(step);
            }
        }
    }
}
