// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.util.BitSet;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;

/**
 * An engine on broken hardware: each result is the opposite of the right one until {@link #find}. From then on, the
 * engine is not trusted and another one responds, as after a recheck of a sample.
 */
final class FaultyEngine implements SignatureEngine {
    private final SignatureEngine right = SignatureEngines.select(EngineSettings.fromSystem());
    private volatile boolean found;

    /** Finds the fault. */
    void find() {
        found = true;
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        boolean wrong = !found;
        right.verify(batch, verified);
        if (wrong) {
            verified.flip(0, batch.size());
        }
    }

    @Override
    public boolean isTrusted() {
        return !found;
    }

    @Override
    public void close() {
        right.close();
    }
}
