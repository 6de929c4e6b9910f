// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Writes the record of a run to a file: its plan, then its results. Results are also printed. */
final class Journal {
    private final PrintWriter out;
    private final Path record;

    Journal(PrintWriter out, Path record) {
        this.out = out;
        this.record = record;
    }

    Path record() {
        return record;
    }

    void plan(Plan plan) throws IOException {
        Files.createDirectories(record.toAbsolutePath().getParent());
        Files.write(record, plan.lines());
        print("seed " + plan.seed() + ", recorded in " + record + " (--replay FILE repeats the run)");
    }

    /** Prints a line, and writes it to the record. */
    void print(String line) {
        out.println(line);
        out.flush();
        append(List.of("# " + line));
    }

    private void append(List<String> lines) {
        try {
            Files.write(record, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the logs of all processes to the folder of the record. */
    void keepLogs(Path folder) throws IOException {
        Path kept = Files.createDirectories(record.resolveSibling(record.getFileName() + ".logs"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path log : files.filter(f -> f.toString().endsWith(".log")).toList()) {
                Files.copy(log, kept.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        print("the logs of all processes are in " + kept);
    }
}
