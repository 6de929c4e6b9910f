// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command of a benchmark, with the options that all benchmarks share. A run prints a table, or JSON for other
 * programs. A whole run also writes the page of results.
 */
public abstract class BenchmarkCommand extends LauncherCommand {
    /** Folder of the pages of results. */
    protected static final Path PAGES = ROOT.resolve("docs", "benchmarks");

    @Option(names = "--quick", description = "Do a small run, within a minute or two.")
    private boolean quick;

    @Option(names = "--json", description = "Print JSON instead of a table: one object for each result, one a line.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Folder for the page of results, its data and plots (default: the folder of the published page;"
                            + " a quick run and a part of the run write none).")
    private @Nullable Path folder;

    protected final boolean isQuick() {
        return quick;
    }

    protected final boolean isJson() {
        return json;
    }

    /** Prints a value as one line of JSON. */
    protected final void printJson(Object value) {
        print(JsonMapper.shared().writeValueAsString(value));
    }

    /**
     * Prints the results, as JSON or as a page, and writes the page if this run does.
     *
     * @param file name of the page
     * @param whole true if the run measures everything that the page shows. A quick run is never whole.
     */
    protected final void publish(Results results, String file, boolean whole) throws IOException {
        if (json) {
            printJson(results.json());
        } else {
            print(results.page().text());
        }
        Optional<Path> written = results(PAGES, whole && !quick);
        if (written.isPresent()) {
            results.page().write(written.get(), file);
        }
    }

    /**
     * Returns the folder for the page of results, if this run writes the page. Creates the folder.
     *
     * @param defaultFolder folder of a whole run, unless {@code --out} names another one
     * @param whole true if the run measures everything that the page shows
     */
    protected final Optional<Path> results(Path defaultFolder, boolean whole) throws IOException {
        Path results = folder != null ? folder : whole ? defaultFolder : null;
        if (results == null) {
            return Optional.empty();
        }
        if (Files.exists(results) && !Files.isDirectory(results)) {
            throw wrongOption("--out " + results + " is not a folder");
        }
        return Optional.of(Files.createDirectories(results));
    }
}
