// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Engines for signatures, with their rate relative to OpenSSL on the same core. The figures are those of
 * docs/benchmarks/p256.json for DER, SHA-256 and signature together, 31,000 keys, batches of 512 and one thread. A test
 * compares the figures with the file.
 */
enum Engine {
    IFMA(27.85),
    AVX2(14.51),
    SCALAR(9.204),
    JAVA(3.61);

    private final double timesOpenSsl;

    Engine(double timesOpenSsl) {
        this.timesOpenSsl = timesOpenSsl;
    }

    double timesOpenSsl() {
        return timesOpenSsl;
    }

    /** Returns the name in settings, for example {@code ifma}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Engine> named(String label) {
        return Arrays.stream(values())
                .filter(engine -> engine.label().equals(label))
                .findFirst();
    }
}
