// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.ArrayList;
import java.util.List;

/**
 * Several engines for every kernel of this machine. Some have a table for every key except {@link
 * FuzzKeys#withoutTable}; the shapes differ within an engine and rotate from engine to engine, so that each of these
 * keys is used with every shape. The keys of exceptional cases keep their shape. One further engine has so little
 * memory that its tables are continuously built, promoted and evicted. These engines never ban keys for crafted
 * signatures.
 */
final class FuzzEngines implements AutoCloseable {
    private static final TableShape[] SHAPES = TableShape.values();
    private static final long MEMORY = 64L << 20;
    private static final long LITTLE_MEMORY = 1L << 20;
    private static final int UNDER_PRESSURE_ONE_IN = 32;

    private final List<TableEngine> rotated = new ArrayList<>();
    private final List<TableEngine> underMemoryPressure = new ArrayList<>();
    private final List<SignatureEngine> others = new ArrayList<>();

    /** @param all true adds the engines as services use them */
    FuzzEngines(FuzzKeys keys, boolean all) {
        Kernels.usable().forEach(kernel -> add(kernel, keys));
        if (all) {
            Kernels.ENGINES.available().stream()
                    .filter(engine -> !(engine instanceof BouncyCastleEngine))
                    .forEach(others::add);
        }
    }

    private void add(Kernel kernel, FuzzKeys keys) {
        for (int rotation = 0; rotation < SHAPES.length; rotation++) {
            TableEngine engine =
                    new TableEngine(kernel, MEMORY, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
            int at = rotation;
            for (FuzzKeys.Secret secret : keys.secrets) {
                build(engine, secret.key(), SHAPES[at++ % SHAPES.length]);
            }
            for (Crafted.SignatureCase signatureCase : keys.largeX) {
                build(engine, signatureCase.key(), SHAPES[at++ % SHAPES.length]);
            }
            // A case is exceptional with one shape only, so that its key keeps this shape.
            keys.exceptional.forEach(
                    exceptional -> build(engine, exceptional.signatureCase().key(), exceptional.shape()));
            rotated.add(engine);
        }
        underMemoryPressure.add(new TableEngine(kernel, LITTLE_MEMORY, 2, 100, Integer.MAX_VALUE));
    }

    private static void build(TableEngine engine, P256PublicKey key, TableShape shape) {
        if (!engine.tables().build(key, shape)) {
            throw new IllegalStateException("no room for a table of " + key);
        }
    }

    /** Returns the engines for a batch: every kernel with one assignment of shapes, which depends on the number. */
    List<SignatureEngine> forBatch(long number) {
        List<SignatureEngine> chosen = new ArrayList<>();
        for (int i = (int) (number % SHAPES.length); i < rotated.size(); i += SHAPES.length) {
            chosen.add(rotated.get(i));
        }
        if (number % UNDER_PRESSURE_ONE_IN == 0) {
            chosen.addAll(underMemoryPressure);
        }
        return chosen;
    }

    List<SignatureEngine> all() {
        List<SignatureEngine> all = new ArrayList<>(rotated);
        all.addAll(underMemoryPressure);
        all.addAll(others);
        return all;
    }

    List<TableEngine> withTables() {
        return rotated;
    }

    @Override
    public void close() {
        rotated.forEach(TableEngine::close);
        underMemoryPressure.forEach(TableEngine::close);
    }
}
