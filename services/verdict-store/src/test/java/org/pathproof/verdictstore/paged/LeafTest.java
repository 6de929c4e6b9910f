// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.wire.AfiSafi;

/** The summaries of leaves: they never exclude a row, and exclude most leaves and blocks without the row. */
final class LeafTest {
    private static final int PREFIXES = 50 * Leaf.MAX_BLOCKS;
    private static final int RARE = 4;
    private static final int MAX_ROWS = Block.MAX_ROWS;

    private final TestRows rows = new TestRows(1, MAX_ROWS + 100);
    private final RowData row = new RowData();

    private void put(int prefix, int session, int asn, int state) {
        RowStore.Batch batch = rows.store.begin();
        row.flags = RowFlags.of(state, 0, 0);
        rows.put(batch, row, prefix, session, asn);
        batch.commit();
    }

    private List<Leaf> leaves() {
        Root root = rows.store.shards().getFirst().published().root(AfiSafi.AFI_IPV4);
        return IntStream.range(0, root.count()).mapToObj(root::leaf).toList();
    }

    private static List<Integer> prefixes(boolean inOrder) {
        List<Integer> prefixes = IntStream.range(0, PREFIXES).boxed().collect(Collectors.toList());
        if (!inOrder) {
            Collections.shuffle(prefixes, new Random(1));
        }
        return prefixes;
    }

    /** A leaf that splits must not pass on what its other half has: then every leaf would have every AS and state. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLeafHasTheAsesAndStatesOfItsOwnBlocks(boolean inOrder) {
        for (int prefix : prefixes(inOrder)) {
            put(prefix, 0, 1000 + prefix, prefix == 10 ? RARE : 1);
        }
        for (int prefix : List.of(0, 10, 999, PREFIXES - 1)) {
            assertThat(leaves())
                    .filteredOn(leaf -> leaf.mayHaveAs(1000 + prefix))
                    .hasSizeBetween(1, 3);
            assertThat(leaves())
                    .filteredOn(leaf -> leaf.mayHaveOrigin(1000 + prefix))
                    .hasSizeBetween(1, 2);
        }
        assertThat(leaves())
                .filteredOn(leaf -> (leaf.union() & 1L << RARE) != 0)
                .hasSize(1);
        assertThat(leaves().stream()
                        .flatMapToLong(leaf -> IntStream.range(0, leaf.count()).mapToLong(leaf::union))
                        .filter(union -> (union & 1L << RARE) != 0))
                .hasSize(1);
    }

    /** The block that splits is in the middle of a full leaf, which splits too, between the two halves of the block. */
    @Test
    void bothHalvesOfASplitBlockAreFound() {
        int middle = Leaf.MAX_BLOCKS / 2 - 1;
        for (int prefix = 0; prefix < Leaf.MAX_BLOCKS; prefix++) {
            put(prefix, 300, 1, 1);
        }
        for (int session = 1; session < MAX_ROWS; session++) {
            put(middle, session, 1, 1);
        }
        put(middle, 0, 77, RARE); // among the first half
        assertThat(leaves()).hasSize(2);
        RowFilter rare = new RowFilter(
                1L << RARE, 0, 0, 0, new RowFilter.Sessions(new int[] {0}), OptionalLong.of(77), OptionalLong.of(77));
        try (Reading reading = rows.store.read()) {
            assertThat(reading.rowsOfPrefix(TestRows.place(middle), rare).count())
                    .isEqualTo(1);
            assertThat(reading.rowsOfPrefix(TestRows.place(middle), RowFilter.ALL)
                            .count())
                    .isEqualTo(MAX_ROWS + 1);
        }
    }
}
