// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * A program that holds router keys like a validator, verifies a signature with each key, and prints the memory of the
 * keys after full collections. The settings of the engine determine whether keys get tables. The output has five
 * numbers. The first is the number of keys. The next three are bytes of heap: freed with an unused set, freed with a
 * used set, and kept by tables. The last is the bytes of tables outside the heap.
 */
public final class KeyMemory {
    /** r = 1 and s = 1, a signature that is not valid. */
    private static final Bytes SIGNATURE = Bytes.fromHex("3006020101020101");

    private static final int BATCH = 512;
    private static final int COLLECTIONS = 4;

    private KeyMemory() {}

    /** Measures the keys of the workload in the folder that the first argument names. */
    public static void main(String[] arguments) throws IOException {
        SignatureEngine engine = SignatureEngines.select(EngineSettings.fromSystem());
        BatchVerifier verifier = new BatchVerifier(engine);
        Path folder = Path.of(arguments[0]);
        verify(verifier, Workload.keysIn(folder).subList(0, BATCH)); // loads classes and starts the engine
        heldBy(folder, set -> {}); // warm-up, after which the JVM frees no other memory
        long set = heldBy(folder, RpkiSnapshot::size);
        long tablesBefore = engine.figures().tableBytes();
        long before = heap();
        long all = heldBy(folder, keys -> verify(verifier, keys.allRouterKeys()));
        long stays = heap() - before;
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(Workload.keysIn(folder).size() + " " + set + " " + all + " " + stays + " "
                + (engine.figures().tableBytes() - tablesBefore));
    }

    /** Returns the bytes that are freed with a set and the results of its use. */
    private static long heldBy(Path folder, Consumer<RpkiSnapshot> work) throws IOException {
        List<RpkiSnapshot> sets = new ArrayList<>();
        sets.add(RpkiSnapshot.of(1, new Serial(1), Workload.keysIn(folder)));
        work.accept(sets.getFirst());
        long held = heap();
        sets.clear();
        return held - heap();
    }

    private static void verify(BatchVerifier verifier, List<RouterKey> keys) {
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<SignatureCheck> checks = new ArrayList<>();
            for (RouterKey key : keys.subList(from, Math.min(keys.size(), from + BATCH))) {
                checks.add(new SignatureCheck(0, 1, 1, key, Bytes.wrap(new byte[32]), SIGNATURE));
            }
            verifier.verify(checks);
        }
    }

    private static long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
