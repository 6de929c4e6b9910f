// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;

/**
 * The arithmetic of a {@link TableEngine}: fills tables of keys, and verifies signatures with them. Kernels differ in
 * the required processor features and in the format of table entries. Table shapes and results are the same for all
 * kernels. Safe for use by several threads.
 */
interface Kernel {
    /** A signature that does not verify. */
    byte INVALID = 0;
    /** A signature that verifies. */
    byte VALID = 1;
    /** A signature that the formulas of the kernel do not cover. Bouncy Castle must verify it. */
    byte UNDECIDED = 2;

    /** Returns the name of the engine with this kernel. */
    String engineName();

    /** Allocates memory for tables. The operating system provides the pages at the first write. */
    MemorySegment newMemory(long bytes);

    void freeMemory(MemorySegment memory);

    /** Fills the table of a key. */
    void build(TableShape shape, P256PublicKey key, MemorySegment table);

    /** Allocates the memory of a call that verifies up to {@code batch} signatures. */
    Call newCall(int batch);

    /** The inputs, results and memory of one running call. For one thread at a time. */
    interface Call extends AutoCloseable {
        /**
         * Verifies signatures whose keys have tables of one shape.
         *
         * @param entries indices of the entries in the batch, ascending; only the first {@code count} are used
         * @param tables the tables of their keys, in the same order
         */
        void verify(TableShape shape, SignatureBatch batch, int[] entries, KeyTable[] tables, int count);

        /** Returns the result for {@code entries[place]} of the last {@link #verify}. */
        byte result(int place);

        @Override
        void close();
    }
}
