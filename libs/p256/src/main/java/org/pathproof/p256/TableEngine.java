// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.BitSet;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An engine that verifies with a {@link Kernel} and a table for each key ({@link KeyTables}). Bouncy Castle verifies
 * signatures under keys without a table, and signatures that the kernel's formulas do not cover. Only the owner of a
 * key can create such signatures. If a key has many undecided signatures, Bouncy Castle verifies all signatures of the
 * key, so that they do not delay signatures of other keys.
 */
final class TableEngine implements SignatureEngine {
    /** Number of undecided signatures of a key after which Bouncy Castle verifies all its signatures. */
    static final int MAX_UNDECIDED_SIGNATURES = 16;

    private static final TableShape[] SHAPES = TableShape.values();

    private final Kernel kernel;
    private final RunningCalls running = new RunningCalls();
    private final KeyTables tables;
    private final WorkspacePool workspaces;
    private final int maxUndecided;
    private final LongAdder fast = new LongAdder();
    private final LongAdder slow = new LongAdder();
    private final LongAdder undecided = new LongAdder();
    private volatile boolean closed;

    TableEngine(Kernel kernel, EngineSettings settings) {
        this(kernel, settings.tableMemory(), settings.usesBeforeTable(), KeyTables.USES_TO_PROMOTE);
    }

    TableEngine(Kernel kernel, long tableMemory, int buildAfter, int promoteAfter) {
        this(kernel, tableMemory, buildAfter, promoteAfter, MAX_UNDECIDED_SIGNATURES);
    }

    /**
     * @param maxUndecided number of undecided signatures of a key after which Bouncy Castle verifies all its signatures
     */
    TableEngine(Kernel kernel, long tableMemory, int buildAfter, int promoteAfter, int maxUndecided) {
        this.kernel = kernel;
        this.maxUndecided = maxUndecided;
        tables = new KeyTables(kernel, running, tableMemory, buildAfter, promoteAfter);
        workspaces = new WorkspacePool(() -> new Workspace(kernel, running));
    }

    @Override
    public String name() {
        return kernel.engineName();
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        Workspace workspace = workspaces.take();
        try {
            for (int first = 0; first < batch.size(); first += Workspace.BATCH_SIGNATURES) {
                verify(batch, first, Math.min(batch.size(), first + Workspace.BATCH_SIGNATURES), workspace, verified);
            }
        } finally {
            workspaces.give(workspace);
        }
    }

    private void verify(SignatureBatch batch, int first, int end, Workspace workspace, BitSet verified) {
        int decided = 0;
        workspace.begin();
        try {
            lookUp(batch, first, end, workspace);
            for (TableShape shape : SHAPES) {
                if (workspace.count(shape) > 0) {
                    workspace.verify(shape, batch);
                    decided += take(batch, workspace, shape, verified);
                }
            }
        } finally {
            workspace.end();
        }
        // These signatures are verified after the end of the call, so that no thread waits for them before it reuses
        // the memory of a table.
        int tableless = workspace.slowCount();
        for (int i = 0; i < tableless; i++) {
            int entry = workspace.slowEntry(i);
            verified.set(entry, BouncyCastleEngine.verifies(batch, entry));
        }
        fast.add(decided);
        slow.add(tableless);
        undecided.add(end - first - (long) tableless - decided);
    }

    /**
     * Finds the tables of the keys. Each step has a loop of its own, whose loads do not depend on each other, so that
     * the processor fetches the objects of many keys at the same time.
     */
    private void lookUp(SignatureBatch batch, int first, int end, Workspace workspace) {
        int count = end - first;
        int[] hashes = workspace.hashes();
        @Nullable KnownKey[] known = workspace.knownKeys();
        @Nullable KeyTable[] found = workspace.foundTables();
        for (int i = 0; i < count; i++) {
            hashes[i] = batch.key(first + i).hashCode();
        }
        for (int i = 0; i < count; i++) {
            known[i] = closed ? null : tables.used(batch.key(first + i), hashes[i]);
        }
        for (int i = 0; i < count; i++) {
            KnownKey key = known[i];
            if (key != null && key.undecided() >= maxUndecided) {
                known[i] = null;
            }
        }
        for (int i = 0; i < count; i++) {
            KnownKey key = known[i];
            found[i] = key == null ? null : tables.use(key);
        }
        for (int i = 0; i < count; i++) {
            KnownKey key = known[i];
            KeyTable table = found[i];
            if (key == null || table == null) {
                workspace.addSlow(first + i);
            } else {
                workspace.add(first + i, key, table);
            }
        }
    }

    /** Writes the results for one shape. Returns the number of results that the kernel decided. */
    private static int take(SignatureBatch batch, Workspace workspace, TableShape shape, BitSet verified) {
        int count = workspace.count(shape);
        int decided = 0;
        for (int place = 0; place < count; place++) {
            int entry = workspace.entry(shape, place);
            byte result = workspace.result(place);
            if (result == Kernel.UNDECIDED) {
                workspace.key(shape, place).addUndecided();
                verified.set(entry, BouncyCastleEngine.verifies(batch, entry));
            } else {
                verified.set(entry, result == Kernel.VALID);
                decided++;
            }
        }
        return decided;
    }

    @Override
    public void prepare(Collection<P256PublicKey> keys) {
        tables.settle(keys);
    }

    @Override
    public EngineFigures figures() {
        return new EngineFigures(
                fast.sum(),
                slow.sum(),
                undecided.sum(),
                tables.keysKnown(),
                tables.tablesBuilt(),
                tables.tablesEvicted(),
                tables.bytesUsed(),
                0,
                0,
                true);
    }

    KeyTables tables() {
        return tables;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true; // calls that begin later use no table
            tables.close();
            workspaces.close();
        }
    }
}
