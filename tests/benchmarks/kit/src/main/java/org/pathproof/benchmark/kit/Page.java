// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of results in Markdown: title, readers and command, machine and load, and then the parts of a benchmark. */
public final class Page {
    private final StringBuilder text = new StringBuilder();

    /**
     * Begins a page. The page says so if other programs used the machine.
     *
     * @param readers sentences about the readers of the page and the command that wrote it
     * @param facts further facts about the run, each a line after the machine and its load
     */
    public Page(String title, String readers, Machine machine, String... facts) {
        line("# " + title).line("").line(MarkdownText.wrap(readers)).line("");
        line(MarkdownText.wrap("- Machine: " + machine.words()));
        line("- Load before the run: " + machine.load());
        for (String fact : facts) {
            line(MarkdownText.wrap("- " + fact));
        }
        line("");
        if (machine.isBusy()) {
            line("**The machine was busy. Measure again before you cite these figures.**")
                    .line("");
        }
    }

    /** Adds a line. */
    public Page line(String line) {
        text.append(line).append('\n');
        return this;
    }

    /** Adds lines that end with a line break, such as a table. */
    public Page lines(String lines) {
        text.append(lines);
        return this;
    }

    /** Returns the page. */
    public String text() {
        return text.toString();
    }

    /** Writes the page into a file of a folder. */
    public void write(Path folder, String file) throws IOException {
        Files.writeString(folder.resolve(file), text());
    }
}
