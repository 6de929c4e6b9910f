// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Pathproof's times from an invalid path to the valid one at a border router, as {@code ./pathproof bench feeds} wrote
 * them.
 *
 * @param words time of each router's program, such as {@code gobgp 41 ms (worst 122 ms)}
 */
record FeedTimes(String words) {
    private static final String NAMES = "| time in ms |";
    private static final String ROW = "| tampered UPDATE to the valid path at the border router |";

    /** Reads the page of the feeds; empty if it is absent or has other rows. */
    static Optional<FeedTimes> read(Path page) throws IOException {
        return Files.isReadable(page) ? parse(Files.readAllLines(page)) : Optional.empty();
    }

    /** Each program has three columns: the median, the worst and the number of samples. */
    static Optional<FeedTimes> parse(List<String> lines) {
        List<String> names = cells(lines, NAMES);
        List<String> times = cells(lines, ROW);
        if (names.size() < 2 || times.size() < names.size() - 1) {
            return Optional.empty();
        }
        StringBuilder words = new StringBuilder();
        for (int i = 1; i + 1 < names.size(); i += 3) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(names.get(i).replace(", median", ""))
                    .append(' ')
                    .append(times.get(i))
                    .append(" ms (worst ")
                    .append(times.get(i + 1))
                    .append(" ms)");
        }
        return Optional.of(new FeedTimes(words.toString()));
    }

    private static List<String> cells(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toList())
                .orElse(List.of());
    }
}
