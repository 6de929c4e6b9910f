// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Numbers below 2^260 as five limbs of 52 bits, each in [0, 2^52), the least significant first. */
public final class Limbs {
    public static final int COUNT = 5;
    static final int BITS = 52;
    static final long MASK = (1L << BITS) - 1;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Limbs() {}

    static long[] of(BigInteger number) {
        long[] limbs = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            limbs[i] = number.shiftRight(i * BITS).longValue() & MASK;
        }
        return limbs;
    }

    /** r = 1. */
    public static void setOne(long[] r, int ro) {
        Arrays.fill(r, ro, ro + COUNT, 0);
        r[ro] = 1;
    }

    /** Reads 32 bytes, big-endian. */
    public static void read(byte[] bytes, int at, long[] r, int ro) {
        long w3 = (long) WORD.get(bytes, at);
        long w2 = (long) WORD.get(bytes, at + 8);
        long w1 = (long) WORD.get(bytes, at + 16);
        long w0 = (long) WORD.get(bytes, at + 24);
        r[ro] = w0 & MASK;
        r[ro + 1] = (w0 >>> 52 | w1 << 12) & MASK;
        r[ro + 2] = (w1 >>> 40 | w2 << 24) & MASK;
        r[ro + 3] = (w2 >>> 28 | w3 << 36) & MASK;
        r[ro + 4] = w3 >>> 16;
    }

    /** Writes a number below 2^256 as 32 bytes, big-endian. */
    public static void write(long[] a, int ao, byte[] bytes, int at) {
        WORD.set(bytes, at, a[ao + 3] >>> 36 | a[ao + 4] << 16);
        WORD.set(bytes, at + 8, a[ao + 2] >>> 24 | a[ao + 3] << 28);
        WORD.set(bytes, at + 16, a[ao + 1] >>> 12 | a[ao + 2] << 40);
        WORD.set(bytes, at + 24, a[ao] | a[ao + 1] << 52);
    }
}
