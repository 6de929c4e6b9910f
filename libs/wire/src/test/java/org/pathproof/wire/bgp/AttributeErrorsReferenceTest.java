// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Compares the table of docs/reference/attribute-errors.md with {@link FaultTable}. {@code -Dpathproof.write-docs=true}
 * updates the table. The text around the table is written by hand.
 */
class AttributeErrorsReferenceTest {
    private static final Path PAGE = Path.of("../../docs/reference/attribute-errors.md");
    private static final String HEAD = """
            | attribute | code | fault | condition | external | member | internal | own table | source |
            |---|--:|---|---|---|---|---|---|---|
            """;
    private static final String END = "\n## ";

    @Test
    void thePageHasEveryRow() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(HEAD);
        int from = page.indexOf(HEAD);
        StringBuilder expected = new StringBuilder(page.substring(0, from)).append(HEAD);
        for (FaultTable.Row row : FaultTable.all()) {
            expected.append("| %s | %s | %s | %s%s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            row.attribute(),
                            row.typeCode() == FaultTable.ANY ? "" : row.typeCode(),
                            row.fault().text(),
                            row.condition(),
                            row.onlyBeforePolicy() ? " (before policy)" : "",
                            text(row, Sender.EXTERNAL),
                            text(row, Sender.CONFEDERATION_MEMBER),
                            text(row, Sender.INTERNAL),
                            text(row, Sender.OWN_TABLE),
                            row.source()));
        }
        expected.append(page.substring(page.indexOf(END, from)));
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE)
                .as("update it: mvn -Pquick test -pl libs/wire -am -Dtest=AttributeErrorsReferenceTest"
                        + " -Dpathproof.write-docs=true -Dsurefire.failIfNoSpecifiedTests=false")
                .content()
                .isEqualTo(expected.toString());
    }

    private static String text(FaultTable.Row row, Sender sender) {
        ErrorHandling handling = row.handling(sender);
        return handling == ErrorHandling.NO_ERROR ? "" : handling.text();
    }
}
