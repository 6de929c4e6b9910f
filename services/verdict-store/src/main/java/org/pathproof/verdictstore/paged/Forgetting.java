// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.row.Dictionaries;

/**
 * Lets the dictionaries forget what no row has: marks the numbers in all rows, then the keys in all marked paths, then
 * forgets the rest. What a writer interns meanwhile is marked by the dictionary.
 */
final class Forgetting implements UpkeepTask {
    private static final int SLOTS_OF_STEP = 1 << 14;
    /** Memory of dictionaries below which forgetting is not worth a walk. */
    private static final long WORTHWHILE = 1L << 20;

    private final Dictionaries dictionaries;
    private final LeafWalk rows;
    private boolean markingRows = true;
    /** Next slot of the paths whose keys are marked; -1 at the end. */
    private int nextPath;

    Forgetting(List<Shard> shards, Dictionaries dictionaries) {
        this.dictionaries = dictionaries;
        this.rows = new LeafWalk(shards, (shard, afi, at) -> {
            shard.mark(afi, at);
            return 1;
        });
        dictionaries.all().forEach(Dictionary::beginMarking);
    }

    /**
     * Returns true if the dictionaries are twice as large as after the last time.
     *
     * @param last result of {@link #usedBytes} after the last time
     */
    static boolean isNeeded(Dictionaries dictionaries, long last) {
        return usedBytes(dictionaries) > 2 * last + WORTHWHILE;
    }

    static long usedBytes(Dictionaries dictionaries) {
        return dictionaries.all().stream().mapToLong(Dictionary::usedBytes).sum();
    }

    @Override
    public boolean step() {
        if (markingRows) {
            markingRows = rows.step();
        } else if (nextPath >= 0) {
            Dictionary paths = dictionaries.paths();
            nextPath = paths.forEach(nextPath, SLOTS_OF_STEP, path -> {
                if (paths.isMarked(path)) {
                    dictionaries.markKeys(path);
                }
            });
        } else {
            for (Dictionary dictionary : dictionaries.all()) {
                if (!dictionary.forgetUnmarked(SLOTS_OF_STEP)) {
                    return true;
                }
            }
            return false;
        }
        return true;
    }
}
