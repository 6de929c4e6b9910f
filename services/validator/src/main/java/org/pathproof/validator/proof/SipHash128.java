// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 with a result of 128 bits (Aumasson and Bernstein, {@literal "SipHash: a fast short-input PRF"}, and its
 * reference implementation). Reads eight bytes at a time and allocates nothing. Not thread-safe.
 */
final class SipHash128 {
    /** Block length in bytes. */
    static final int BLOCK = Long.BYTES;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Two blocks of zeros: four rounds, as after the last block. */
    private static final byte[] LAST_ROUNDS = new byte[2 * BLOCK];

    private final long firstKey;
    private final long secondKey;
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long first;
    private long second;

    SipHash128(long firstKey, long secondKey) {
        this.firstKey = firstKey;
        this.secondKey = secondKey;
    }

    /**
     * Hashes the first {@code length} bytes. {@link #first} and {@link #second} return the hash until the next call.
     *
     * @param bytes at least {@link #padded} bytes; the bytes after {@code length} are overwritten
     */
    void hash(byte[] bytes, int length) {
        int end = padded(length);
        for (int i = length; i < end - 1; i++) {
            bytes[i] = 0;
        }
        bytes[end - 1] = (byte) length;
        v0 = firstKey ^ 0x736f6d6570736575L;
        v1 = secondKey ^ 0x646f72616e646f6dL ^ 0xee;
        v2 = firstKey ^ 0x6c7967656e657261L;
        v3 = secondKey ^ 0x7465646279746573L;
        compress(bytes, end);
        v2 ^= 0xee;
        compress(LAST_ROUNDS, LAST_ROUNDS.length);
        first = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        compress(LAST_ROUNDS, LAST_ROUNDS.length);
        second = v0 ^ v1 ^ v2 ^ v3;
    }

    /** Returns the length of an input with its padding, in bytes. */
    static int padded(int length) {
        return length / BLOCK * BLOCK + BLOCK;
    }

    /** Returns the first eight bytes of the hash as a little-endian number. */
    long first() {
        return first;
    }

    /** Returns the last eight bytes of the hash as a little-endian number. */
    long second() {
        return second;
    }

    /** Does two rounds for each block up to {@code end}. */
    private void compress(byte[] blocks, int end) {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3;
        for (int at = 0; at < end; at += BLOCK) {
            long block = (long) WORDS.get(blocks, at);
            d ^= block;
            for (int round = 0; round < 2; round++) {
                a += b;
                c += d;
                b = Long.rotateLeft(b, 13) ^ a;
                d = Long.rotateLeft(d, 16) ^ c;
                a = Long.rotateLeft(a, 32);
                c += b;
                a += d;
                b = Long.rotateLeft(b, 17) ^ c;
                d = Long.rotateLeft(d, 21) ^ a;
                c = Long.rotateLeft(c, 32);
            }
            a ^= block;
        }
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
    }
}
