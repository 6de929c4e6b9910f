// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/** Numbers in byte arrays, lowest byte first, and hashes of bytes. */
public final class Words {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MULTIPLIER = 0xd6e8_feb8_6659_fd93L;
    private static final long LENGTH_MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;
    /** Makes hashes of other processes useless to senders of paths with equal hashes. */
    private static final long SEED = new SecureRandom().nextLong();

    private Words() {}

    /** Returns the 4 bytes at an index as a number. */
    public static int i32(byte[] array, int at) {
        return (int) INT.get(array, at);
    }

    /** Writes a number as 4 bytes. */
    public static void putI32(byte[] array, int at, int value) {
        INT.set(array, at, value);
    }

    /** Returns the 8 bytes at an index as a number. */
    public static long i64(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    /** Writes a number as 8 bytes. */
    public static void putI64(byte[] array, int at, long value) {
        LONG.set(array, at, value);
    }

    /** Returns a number whose bits all depend on all bits of {@code x}. */
    public static long mix(long x) {
        long h = (x ^ x >>> 32) * MULTIPLIER;
        h = (h ^ h >>> 32) * MULTIPLIER;
        return h ^ h >>> 32;
    }

    /** Returns a hash of a range of bytes, which differs from process to process. */
    public static long hash(byte[] array, int from, int length) {
        long h = length * LENGTH_MULTIPLIER ^ SEED;
        int end = from + length;
        int at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            h = (h ^ i64(array, at)) * MULTIPLIER;
            h ^= h >>> 29;
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | array[at] & 0xff;
        }
        return mix(h ^ rest);
    }
}
