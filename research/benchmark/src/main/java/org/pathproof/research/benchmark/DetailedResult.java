// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.OptionalDouble;

/**
 * The results of a complete run for one scheme with one parameter set.
 *
 * @param published true for the parameters of the paper
 * @param signatureBytes2 mean size of the signatures of paths with 2 hops
 * @param signatureBytes4 mean size of the signatures of paths with 4 hops
 * @param pathological delays under {@link Arrivals#PATHOLOGICAL}
 * @param batchedMessagesPerSecond verification in batches and propagation; empty if the scheme gains nothing from
 *     batches
 */
record DetailedResult(
        SchemeResult basic,
        boolean published,
        double signatureBytes2,
        double signatureBytes4,
        Delays pathological,
        OptionalDouble batchedMessagesPerSecond) {
    /** Returns the mean size of signatures of a path, by linear interpolation between 2 and 4 hops. */
    double signatureBytes(double hops) {
        return signatureBytes2 + (signatureBytes4 - signatureBytes2) / 2 * (hops - 2);
    }

    /** Returns the time to handle an UPDATE in microseconds by equation 1 of the keychain paper. */
    double updateMicros(double hops) {
        return hops * basic.verifyMicros() + basic.signMicros();
    }

    String label() {
        return basic.scheme() + " " + basic.parameters();
    }
}
