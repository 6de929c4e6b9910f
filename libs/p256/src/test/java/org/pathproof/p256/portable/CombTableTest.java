// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares points and tables with Bouncy Castle. */
class CombTableTest {
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
    void doublesPoints() {
        Jacobian point = new Jacobian();
        ECPoint expected = G.multiply(BigInteger.valueOf(12345));
        point.set(affine(expected), 0);
        for (int i = 0; i < 300; i++) {
            check(point, expected);
            point.twice();
            expected = expected.twice();
        }
    }

    @ParameterizedTest
    @CsvSource({"7,8", "8,4", "4,4", "5,2", "6,1", "9,7", "10,26"})
    void fillsEveryEntryWithItsMultiple(int teeth, int spacing) {
        Comb comb = new Comb(teeth, spacing);
        ECPoint base = G.multiply(BigInteger.valueOf(12345));
        MemorySegment table = Arena.ofAuto().allocate(comb.bytes(), 64);
        CombTable.fill(coordinates(base), comb, table);
        ECPoint[] expected = IntStream.range(0, comb.entries())
                .mapToObj(i -> base.multiply(DigitsTest.factor(comb, i)))
                .toArray(ECPoint[]::new);
        base.getCurve().normalizeAll(expected);
        long[] entry = new long[Chord.POINT];
        for (int i = 0; i < expected.length; i++) {
            boolean negative = i % 2 == 1;
            CombTable.load(table, (long) i * Comb.ENTRY_BYTES, negative ? -1 : 0, entry, 0);
            ECPoint affine = negative ? expected[i].negate().normalize() : expected[i];
            assertThat(plain(entry, Chord.X)).isEqualTo(affine.getAffineXCoord().toBigInteger());
            assertThat(plain(entry, Chord.Y)).isEqualTo(affine.getAffineYCoord().toBigInteger());
        }
    }
}
