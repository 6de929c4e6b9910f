// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.BitSet;
import java.util.Collection;

/**
 * Verifies batches of P-256 signatures. Safe for use by several threads, each with its own batch. {@link
 * SignatureEngines} creates the engines of a machine.
 */
public interface SignatureEngine extends AutoCloseable {
    /** Returns the short, stable name that settings and metrics use. */
    String name();

    /** Sets bit {@code i} of {@code verified} if entry {@code i} of the batch verifies, and clears it otherwise. */
    void verify(SignatureBatch batch, BitSet verified);

    /**
     * Builds, within the bound of memory, the tables that the engine would build after frequent use of these keys.
     * Without this call, results are the same, and only the first signatures are slower. Returns when the work is done.
     * Other threads may verify meanwhile.
     */
    default void prepare(Collection<P256PublicKey> keys) {}

    /** Returns the counters of this engine since its creation. */
    default EngineFigures figures() {
        return EngineFigures.NONE;
    }

    /** Returns false after a wrong result or an exception of a fast engine. Bouncy Castle then verifies instead. */
    default boolean isTrusted() {
        return true;
    }

    /** Returns the set of entries that verify. */
    default BitSet verify(SignatureBatch batch) {
        BitSet verified = new BitSet(batch.size());
        verify(batch, verified);
        return verified;
    }

    /** Frees memory outside of the heap. Bouncy Castle verifies in later calls. */
    @Override
    default void close() {}
}
