// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;

final class SipHash128Test {
    private static final byte[] KEY = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");

    /** The first vectors of the reference implementation (vectors_sip128): inputs of 0 and of 1 byte. */
    @Test
    void agreesWithTheVectorsOfTheReferenceImplementation() {
        assertThat(hash(KEY, new byte[0])).isEqualTo("a3817f04ba25a8e66df67214c7550293");
        assertThat(hash(KEY, new byte[] {0})).isEqualTo("da87c1d86b99af44347659119b22fc45");
    }

    @Test
    void agreesWithBouncyCastleForEveryLength() {
        Random random = new Random(1);
        byte[] key = new byte[16];
        for (int length = 0; length < 600; length++) {
            random.nextBytes(key);
            byte[] input = new byte[length];
            random.nextBytes(input);
            assertThat(hash(key, input)).as("%d bytes", length).isEqualTo(ofBouncyCastle(key, input));
        }
    }

    @Test
    void earlierInputsDoNotAffectTheHash() {
        SipHash128 hash = new SipHash128(1, 2);
        byte[] buffer = new byte[64];
        hash.hash(buffer, 20);
        long first = hash.first();
        long second = hash.second();
        Arrays.fill(buffer, 20, 64, (byte) 7); // the rest of a longer input
        hash.hash(Arrays.copyOf(buffer, 64), 50);
        assertThat(hash.first()).isNotEqualTo(first);
        hash.hash(buffer, 20);
        assertThat(hash.first()).isEqualTo(first);
        assertThat(hash.second()).isEqualTo(second);
    }

    private static String hash(byte[] key, byte[] input) {
        ByteBuffer words = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        SipHash128 hash = new SipHash128(words.getLong(), words.getLong());
        hash.hash(Arrays.copyOf(input, SipHash128.padded(input.length)), input.length);
        ByteBuffer result = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return HexFormat.of()
                .formatHex(result.putLong(hash.first()).putLong(hash.second()).array());
    }

    private static String ofBouncyCastle(byte[] key, byte[] input) {
        org.bouncycastle.crypto.macs.SipHash128 hash = new org.bouncycastle.crypto.macs.SipHash128(2, 4);
        hash.init(new KeyParameter(key));
        hash.update(input, 0, input.length);
        byte[] result = new byte[16];
        hash.doFinal(result, 0);
        return HexFormat.of().formatHex(result);
    }
}
