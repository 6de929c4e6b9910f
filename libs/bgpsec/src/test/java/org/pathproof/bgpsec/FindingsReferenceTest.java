// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Compares the table of docs/reference/findings.md with the rules and the states of the inputs in {@link
 * RuleCoverageTest}. {@code -Dpathproof.write-docs=true} updates the table. The text before the table is written by
 * hand.
 */
class FindingsReferenceTest {
    private static final Path PAGE = Path.of("../../docs/reference/findings.md");
    private static final String HEAD = "| finding | state | meaning |\n|---|---|---|\n";

    @Test
    void thePageListsEveryRule() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(HEAD);
        StringBuilder expected = new StringBuilder(page.substring(0, page.indexOf(HEAD))).append(HEAD);
        for (Rule rule : Rule.values()) {
            String state = rule == Rule.ATTRIBUTE_DISCARDED ? "unchanged" : "`" + RuleCoverageTest.stateOf(rule) + "`";
            expected.append("| `%s` | %s | %s |\n".formatted(rule.label(), state, rule.explanation()));
        }
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE)
                .as("update it as CONTRIBUTING.md describes under \"Add a finding\"")
                .content()
                .isEqualTo(expected.toString());
    }
}
