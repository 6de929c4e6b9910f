// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code attribute-errors-differences.csv}: faults that other programs do not handle as required. */
final class AttributeDifferences {
    private static final int MOST_NAMES = 8;
    private static final String REASON = "= ";
    private static final Map<String, String> PEERS =
            Map.of("external", "EXTERNAL", "member", "CONFEDERATION_MEMBER", "internal", "INTERNAL");

    /**
     * A kind of difference.
     *
     * @param rows cells: peers, fault, required handling and result
     */
    private record Kind(String program, String reason, List<List<String>> rows) {
        String texts(Function<List<String>, Stream<String>> cell) {
            return rows.stream().flatMap(cell).distinct().collect(Collectors.joining(", "));
        }

        String faults() {
            List<String> names = rows.stream().map(row -> row.get(1)).distinct().toList();
            return names.size() > MOST_NAMES ? names.size() + " faults" : String.join(", ", names);
        }
    }

    private AttributeDifferences() {}

    /** Returns the required handling and the result, by peer and name of the fault. */
    static Map<String, String> of(String program) {
        Map<String, String> differences = new TreeMap<>();
        kinds().stream()
                .filter(kind -> kind.program.equals(program))
                .flatMap(kind -> kind.rows.stream())
                .forEach(row -> {
                    for (String peer : row.get(0).split(" ", -1)) {
                        String key = Objects.requireNonNull(PEERS.get(peer), peer) + ";" + row.get(1);
                        if (differences.put(key, row.get(2) + ";" + row.get(3)) != null) {
                            throw new IllegalStateException(key + " is listed twice");
                        }
                    }
                });
        return differences;
    }

    /** Returns the table of docs/reference/attribute-errors.md: a row for each kind of difference. */
    static String table(String program) {
        String head = """
                | faults | peers | Pathproof | %s | why |
                |---|---|---|---|---|
                """.formatted(program);
        return kinds().stream()
                .filter(kind -> kind.program.equals(program))
                .map(kind -> "| %s | %s | %s | %s | %s |\n"
                        .formatted(
                                kind.faults(),
                                kind.texts(row -> Stream.of(row.get(0).split(" ", -1))),
                                kind.texts(row -> Stream.of(row.get(2))),
                                kind.texts(row -> Stream.of(row.get(3))),
                                kind.reason))
                .collect(Collectors.joining("", head, ""));
    }

    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith(REASON)) {
                String[] cells = line.substring(REASON.length()).split("; ", 2);
                kinds.add(new Kind(cells[0], cells[1], new ArrayList<>()));
            } else if (!line.startsWith("#")) {
                kinds.getLast().rows.add(List.of(line.split(";", -1)));
            }
        }
        return kinds;
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(
                AttributeDifferences.class.getResourceAsStream("attribute-errors-differences.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
