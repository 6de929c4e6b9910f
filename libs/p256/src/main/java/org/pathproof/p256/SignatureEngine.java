// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.BitSet;
import java.util.Collection;

/** Something that can verify a batch of signatures. Safe for use by several threads, each with a batch of its own. */
public interface SignatureEngine {
    /** A short stable name, as settings and metrics use it. */
    String name();

    /** Sets bit {@code i} of {@code verified} if entry {@code i} of the batch verifies, and clears it if not. */
    void verify(SignatureBatch batch, BitSet verified);

    /**
     * Does now what the engine would do for these keys in the course of much use of all of them, such as building tables, as far as its
     * memory goes. Nothing depends on it but speed. Waits until it is done; other threads may verify meanwhile.
     */
    default void prepare(Collection<P256PublicKey> keys) {}

    /** What the engine did so far. */
    default EngineFigures figures() {
        return EngineFigures.NONE;
    }

    /** The entries that verify, as a new set. */
    default BitSet verify(SignatureBatch batch) {
        BitSet verified = new BitSet(batch.size());
        verify(batch, verified);
        return verified;
    }
}
