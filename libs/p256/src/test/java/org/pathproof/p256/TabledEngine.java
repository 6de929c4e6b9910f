// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kernel that verifies every signature itself: each key of a batch has a table of one shape before the first
 * signature is verified.
 */
record TabledEngine(Kernel kernel, TableShape shape) implements SignatureEngine {
    /** Returns the engines of the services, and every kernel with every shape of tables. */
    static Stream<SignatureEngine> andAllOthers() {
        Stream<SignatureEngine> tabled = Kernels.usable().stream()
                .flatMap(kernel -> Stream.of(TableShape.values()).map(shape -> new TabledEngine(kernel, shape)));
        return Stream.concat(Kernels.ENGINES.available().stream(), tabled);
    }

    @Override
    public String name() {
        return kernel.engineName() + " with tables of shape " + shape;
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        Set<P256PublicKey> keys = new HashSet<>();
        for (int i = 0; i < batch.size(); i++) {
            keys.add(batch.key(i));
        }
        long memory = (long) shape.bytes() * keys.size();
        try (TableEngine engine =
                new TableEngine(kernel, memory, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE)) {
            for (P256PublicKey key : keys) {
                if (!engine.tables().build(key, shape)) {
                    throw new IllegalStateException("no room for a table of " + key);
                }
            }
            engine.verify(batch, verified);
            if (engine.figures().slow() != 0) {
                throw new IllegalStateException("a key has no table");
            }
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
