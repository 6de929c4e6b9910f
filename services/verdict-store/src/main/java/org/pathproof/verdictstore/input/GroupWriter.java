// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.Arrays;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.TablePart;
import org.pathproof.verdictstore.store.VerdictGroup;

/** Decodes verdicts in groups, and applies them to the present batch of the table. For one thread. */
final class GroupWriter {
    private static final VerdictRun NONE = new VerdictRun(0);

    private final VerdictGroup group = new VerdictGroup();
    private final VerdictRun[] runs = new VerdictRun[VerdictGroup.MAX];
    private final int[] indices = new int[VerdictGroup.MAX];

    GroupWriter() {
        forget();
    }

    private void forget() {
        Arrays.fill(runs, NONE);
        group.clear();
    }

    private void add(VerdictRun run, Runnable full) {
        for (int i = 0; i < run.size(); i++) {
            runs[group.size()] = run;
            indices[group.size()] = i;
            group.add(run.get(i).key(), run.get(i).value());
            if (group.isFull()) {
                full.run();
            }
        }
    }

    /** Applies verdicts of any shards, while no other thread does. */
    void applyAll(Iterable<VerdictRun> all, RouteTable table) {
        try {
            for (VerdictRun run : all) {
                add(run, () -> applyAll(table));
            }
            applyAll(table);
        } finally {
            forget();
        }
    }

    private void applyAll(RouteTable table) {
        table.readAhead(group);
        for (int i = 0; i < group.size(); i++) {
            try {
                note(i, table.applyVerdict(group, i));
            } catch (IllegalArgumentException | StoreFullException e) {
                runs[i].setFault(indices[i], e);
            }
        }
        group.clear();
    }

    /** Applies the verdicts of the shard of a partition. Notes those that belong to other shards. */
    void apply(VerdictRun run, TablePart part) {
        try {
            add(run, () -> apply(part, run.partition()));
            apply(part, run.partition());
        } finally {
            forget();
        }
    }

    private void apply(TablePart part, int shard) {
        part.readAhead(shard, group);
        for (int i = 0; i < group.size(); i++) {
            if (!part.isOf(shard, group, i)) {
                runs[i].addForeign(indices[i]);
                continue;
            }
            try {
                note(i, part.apply(group, i));
            } catch (IllegalArgumentException | StoreFullException e) {
                runs[i].setFault(indices[i], e);
            }
        }
        group.clear();
    }

    private void note(int i, RouteChange change) {
        runs[i].setChange(indices[i], change);
    }
}
