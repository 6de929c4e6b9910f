// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.wire.AfiSafi;

/** Counts the stored rows whose paths were signed with some router keys. */
final class PathRowCounts {
    /** Number of rows by the number of the key. */
    private final Map<Integer, Long> rows = new HashMap<>();
    /** The wanted keys of each path. */
    private final Map<Integer, List<Integer>> keysByPath = new HashMap<>();

    /** @param keys numbers of the keys */
    PathRowCounts(Dictionaries dictionaries, List<Integer> keys) {
        Dictionary paths = dictionaries.paths();
        paths.forEach(path -> {
            byte[] array = paths.array(path);
            int from = paths.from(path);
            int hops = PathBytes.hops(array, from);
            int first = PathBytes.firstHop(array, from);
            List<Integer> found = keys.stream()
                    .filter(key -> isSignedWith(array, first, hops, key))
                    .toList();
            if (!found.isEmpty()) {
                keysByPath.put(path, found);
            }
        });
    }

    private static boolean isSignedWith(byte[] array, int first, int hops, int key) {
        for (int i = 0; i < hops; i++) {
            if (Words.i32(array, first + i * PathBytes.HOP) == key) {
                return true;
            }
        }
        return false;
    }

    /** Counts the rows of a shard. */
    void count(Shard shard, ShardState state) {
        for (int afi : keysByPath.isEmpty() ? new int[0] : new int[] {AfiSafi.AFI_IPV4, AfiSafi.AFI_IPV6}) {
            BlockCursor blocks = new BlockCursor(shard, state, Place.start(afi), RowFilter.ALL);
            while (blocks.next()) {
                count(blocks.array(), blocks.at());
            }
        }
    }

    private void count(byte[] array, int at) {
        int format = Block.format(array, at);
        int firstVariant = at + Block.HEAD + Block.rows(array, at) * Block.rowSize(format);
        int variant = firstVariant;
        for (int i = Block.variants(array, at); i > 0; i--, variant += Block.variantSize(format)) {
            List<Integer> keys = keysByPath.get(Block.path(array, variant));
            if (keys != null) {
                int number = (variant - firstVariant) / Block.variantSize(format);
                long found = rowsOf(array, at + Block.HEAD, firstVariant, Block.rowSize(format), number);
                keys.forEach(key -> rows.merge(key, found, Long::sum));
            }
        }
    }

    private static long rowsOf(byte[] array, int first, int end, int rowSize, int variant) {
        long found = 0;
        for (int row = first; row < end; row += rowSize) {
            found += Block.variant(array, row) == variant ? 1 : 0;
        }
        return found;
    }

    /** Returns the number of rows by the number of the key. Keys without rows are absent. */
    Map<Integer, Long> rows() {
        return rows;
    }
}
