// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the times of the feeds come from the page that their benchmark writes. */
class FeedTimesTest {
    @Test
    void readsMedianAndWorstOfEachProgram() {
        assertThat(FeedTimes.parse(List.of(
                        "# Feeds",
                        "| time in ms | gobgp, median | worst | of | frr, median | worst | of |",
                        "|---|--:|--:|--:|--:|--:|--:|",
                        "| tampered UPDATE to the valid path at the border router | 41 | 122 | 40 | 84 | 147 | 40 |")))
                .contains(new FeedTimes("gobgp 41 ms (worst 122 ms), frr 84 ms (worst 147 ms)"));
    }

    @Test
    void readsTheCommittedPage() throws IOException {
        assertThat(FeedTimes.read(Path.of("..", "..", "..", "docs", "benchmarks", "feeds.md")))
                .hasValueSatisfying(times -> assertThat(times.words())
                        .contains("gobgp ")
                        .contains("frr ")
                        .contains("worst"));
    }

    @Test
    void isEmptyWithoutThePageOrTheRow() throws IOException {
        assertThat(FeedTimes.read(Path.of("absent.md"))).isEmpty();
        assertThat(FeedTimes.parse(List.of("| time in ms | gobgp, median | worst | of |")))
                .isEmpty();
    }
}
