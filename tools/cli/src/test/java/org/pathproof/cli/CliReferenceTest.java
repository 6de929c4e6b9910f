// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Compares docs/reference/cli.md with the commands. {@code -Dpathproof.write-docs=true} updates the page.
 */
final class CliReferenceTest {
    private static final Path PAGE = Path.of("../../docs/reference/cli.md");

    private static final int MAX_LINE = 120;

    private static final String INTRODUCTION = """
            # Command line

            For operators: the commands of `./pathproof` for files, captures and a running Pathproof. A test generates this page
            from the commands. `./pathproof --help` also has the commands that start programs and tests.

            Every command has `--help`. Exit code 0 is success, 1 means that the command found a problem, 2 that it could not
            run, and 3 an internal error.
            """;

    @Test
    void thePageHasEveryCommandAndOption() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        add(PathproofCommand.commandLine(), page);
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("update it with -Dtest=CliReferenceTest -Dpathproof.write-docs=true in tools/cli")
                .content()
                .isEqualTo(page.toString());
    }

    /** Adds the subcommands of a command, each with its options and its own subcommands. */
    private static void add(CommandLine parent, StringBuilder page) {
        for (Map.Entry<String, CommandLine> entry : parent.getSubcommands().entrySet()) {
            CommandSpec command = entry.getValue().getCommandSpec();
            if (entry.getKey().equals("help")) {
                continue;
            }
            page.append("\n## ").append(command.qualifiedName()).append("\n\n");
            page.append(wrapped(text(command.usageMessage().description())));
            List<String> rows = Stream.concat(
                            command.positionalParameters().stream().map(CliReferenceTest::row),
                            command.options().stream()
                                    .filter(option -> !option.inherited() && !isCommon(option))
                                    .map(CliReferenceTest::row))
                    .toList();
            if (!rows.isEmpty()) {
                page.append("\n| parameter or option | meaning |\n|---|---|\n");
                rows.forEach(page::append);
            }
            add(entry.getValue(), page);
        }
    }

    private static boolean isCommon(OptionSpec option) {
        return option.longestName().equals("--help") || option.longestName().equals("--version");
    }

    private static String row(PositionalParamSpec parameter) {
        return "| `%s` | %s |\n".formatted(parameter.paramLabel(), text(parameter.description()));
    }

    private static String row(OptionSpec option) {
        boolean flag = option.arity().max() == 0;
        return "| %s | %s |\n"
                .formatted(
                        Stream.of(option.names())
                                .sorted()
                                .map(name -> "`" + name + (flag ? "" : " " + option.paramLabel()) + "`")
                                .collect(Collectors.joining(", ")),
                        text(option.description()));
    }

    /** Returns lines of at most 120 characters. */
    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : text.split(" ", -1)) {
            if (length > 0 && length + 1 + word.length() > MAX_LINE) {
                lines.append('\n');
                length = 0;
            }
            lines.append(length == 0 ? "" : " ").append(word);
            length += (length == 0 ? 0 : 1) + word.length();
        }
        return lines.append('\n').toString();
    }

    private static String text(String... lines) {
        return String.join(" ", lines).replace("%n", " ").replace("%%", "%").replace("|", "\\|");
    }
}
