// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class BenchmarkCommandTest {
    private static final Machine BUSY = new Machine("CPU", 2, null, "Linux", "JVM", null, "3.00 0 0", Instant.EPOCH);

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "pathproof bench sample", mixinStandardHelpOptions = true)
    private static final class Sample extends BenchmarkCommand {
        @Option(names = "--rounds")
        private @Nullable Integer rounds;

        @Option(names = "--error")
        private @Nullable String error;

        @Override
        public Integer call() throws IOException {
            int number = checked("--rounds", rounds, isQuick() ? 2 : 20, 1, 100);
            if (error != null) {
                throw new IllegalStateException(error);
            }
            publish(
                    new Results() {
                        @Override
                        public Object json() {
                            return Map.of("rounds", number);
                        }

                        @Override
                        public Page page() {
                            return new Page("Sample", "For tests.", BUSY, "Rounds: " + number);
                        }
                    },
                    "sample.md",
                    false);
            return 0;
        }
    }

    private int run(String... arguments) {
        return new Sample()
                .commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void printsJsonOfAQuickRun() {
        assertThat(run("--quick", "--json")).isZero();
        assertThat(out).hasToString("{\"rounds\":2}" + System.lineSeparator());
    }

    @Test
    void writesThePageIntoTheNamedFolder() throws IOException {
        Path results = folder.resolve("results");
        assertThat(run("--out", results.toString())).isZero();
        assertThat(Files.readString(results.resolve("sample.md"))).isEqualTo("""
                # Sample

                For tests.

                - Machine: CPU, 2 processors, Linux, JVM, 1970-01-01T00:00:00Z
                - Load before the run: 3.00 0 0
                - Rounds: 20

                **The machine was busy. Measure again before you cite these figures.**

                """);
        assertThat(out.toString()).contains("- Rounds: 20");
    }

    @Test
    void refusesAFileInPlaceOfTheFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "");
        assertThat(run("--out", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--out " + file + " is not a folder");
    }

    @Test
    void explainsErrorsInOneLine() {
        assertThat(run("--rounds", "101")).isEqualTo(2);
        assertThat(run("--error", "no router answers")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "pathproof bench sample: --rounds 101 is not possible: use 1 to 100 (see --help)",
                        "pathproof bench sample: no router answers");
    }
}
