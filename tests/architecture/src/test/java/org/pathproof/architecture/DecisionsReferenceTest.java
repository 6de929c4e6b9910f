// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/adr/README.md with the decisions in docs/adr. Each decision has a number, a title and a status. */
final class DecisionsReferenceTest {
    private static final String INTRODUCTION = """
            # Decisions

            For contributors: the decisions that depart from the first design or choose between alternatives. A test generates
            this page from the files of the folder. A missing number was a decision that a later one replaced.

            | number | decision | status |
            |--:|---|---|
            """;

    private static final Path FOLDER = Path.of("docs", "adr");
    private static final Pattern FILE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
    private static final Pattern HEAD =
            Pattern.compile("# (?<number>\\d+)\\. (?<title>.+)\n\nStatus: (?<status>.+(?:\n.+)*)\n\n");

    @Test
    void thePageListsEveryDecision() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(ReferencePage.root().resolve(FOLDER))) {
            files = all.filter(
                            file -> FILE.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Path file : files) {
            page.append(row(file));
        }
        ReferencePage.assertCurrent(FOLDER.resolve("README.md"), page.toString());
    }

    private static String row(Path file) throws IOException {
        String name = file.getFileName().toString();
        Matcher head = HEAD.matcher(Files.readString(file));
        assertThat(head.lookingAt())
                .as("%s begins with its number, title and status", name)
                .isTrue();
        assertThat("%04d".formatted(Integer.parseInt(head.group("number"))))
                .as("number of %s", name)
                .isEqualTo(name.substring(0, 4));
        return "| %s | [%s](%s) | %s |\n"
                .formatted(
                        head.group("number"),
                        head.group("title"),
                        name,
                        head.group("status").replace('\n', ' '));
    }
}
