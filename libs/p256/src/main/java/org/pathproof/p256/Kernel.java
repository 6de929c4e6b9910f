// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;

/**
 * What computes in a {@link TableEngine}: fills the tables of keys, and verifies signatures with them. Kernels differ in the machine
 * that they need and in how their table entries look; the shapes of tables and the meaning of answers are the same for all. Safe for
 * use by several threads.
 */
interface Kernel {
    /** A signature that does not verify. */
    byte INVALID = 0;
    /** A signature that verifies. */
    byte VALID = 1;
    /** A signature that the kernel's formulas do not cover: Bouncy Castle has to answer. */
    byte UNDECIDED = 2;

    /** The name of the engine that it makes. */
    String engineName();

    /** Memory for tables, which the system hands out when it is first written to. */
    MemorySegment newMemory(long octets);

    void freeMemory(MemorySegment memory);

    /** Fills the table of a key. */
    void build(TableShape shape, P256PublicKey key, MemorySegment table);

    /** What one call at a time needs to verify up to so many signatures. */
    Call newCall(int batch);

    /** The inputs, the answers and the memory of one running call. Not for use by several threads at a time. */
    interface Call extends AutoCloseable {
        /**
         * Verifies signatures whose keys have tables of one shape.
         *
         * @param entries which of the batch, in ascending order; the first {@code count} count
         * @param tables the tables of their keys, in the same order
         */
        void verify(TableShape shape, SignatureBatch batch, int[] entries, KeyTable[] tables, int count);

        /** The answer to the question at this place of {@code entries}, until the next are asked. */
        byte answer(int place);

        @Override
        void close();
    }
}
