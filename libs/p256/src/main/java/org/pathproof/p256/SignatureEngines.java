// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.List;
import java.util.Optional;

/** The engines that this machine can use, fastest first: those that pass the {@link KnownAnswer} test. */
public final class SignatureEngines {
    private static final List<SignatureEngine> AVAILABLE = List.<SignatureEngine>of(new BouncyCastleEngine()).stream()
            .filter(KnownAnswer::passes)
            .toList();

    private SignatureEngines() {}

    public static List<SignatureEngine> available() {
        return AVAILABLE;
    }

    /** The engine of this name, if this machine can use it. */
    public static Optional<SignatureEngine> named(String name) {
        return AVAILABLE.stream().filter(e -> e.name().equals(name)).findFirst();
    }

    /** The fastest; throws IllegalStateException when none passes its known-answer test. */
    public static SignatureEngine fastest() {
        if (AVAILABLE.isEmpty()) {
            throw new IllegalStateException("no ECDSA P-256 engine passes its known-answer test");
        }
        return AVAILABLE.getFirst();
    }
}
