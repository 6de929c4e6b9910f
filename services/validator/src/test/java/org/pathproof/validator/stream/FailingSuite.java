// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.pathproof.bgpsec.AlgorithmSuite;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Suite 1 with a defect that a test turns on: hashing some paths throws. */
final class FailingSuite implements AlgorithmSuite {
    private final AlgorithmSuite whole = AlgorithmSuites.STANDARD.suites().getFirst();
    /** Receives the signed bytes of each hop before they are hashed. */
    volatile Consumer<Bytes> defect = _ -> {};

    /** Makes the hashing of every path throw {@code thrown}. */
    void failWith(Throwable thrown) {
        defect = _ -> {
            switch (thrown) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new IllegalArgumentException(thrown);
            }
        };
    }

    void repair() {
        defect = _ -> {};
    }

    AlgorithmSuites alone() {
        return new AlgorithmSuites(List.of(this));
    }

    @Override
    public int id() {
        return whole.id();
    }

    @Override
    public Bytes digest(Bytes signedBytes) {
        defect.accept(signedBytes);
        return whole.digest(signedBytes);
    }

    @Override
    public Optional<String> signatureDefect(Bytes signature) {
        return whole.signatureDefect(signature);
    }

    @Override
    public Optional<String> keyDefect(RouterKey key) {
        return whole.keyDefect(key);
    }
}
