// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares generated pages of docs/reference with the code. {@code -Dpathproof.write-docs=true} updates them. */
final class ReferencePage {
    private ReferencePage() {}

    /** Returns the folder of the checkout. */
    static Path root() {
        return Path.of(System.getProperty("pathproof.root"));
    }

    /** Compares a page of docs/reference with the expected text, or updates it. */
    static void assertCurrent(String name, String expected) {
        assertCurrent(Path.of("docs", "reference", name), expected);
    }

    /** Compares a file, by its path in the checkout, with the expected text, or updates it. */
    static void assertCurrent(Path file, String expected) {
        Path page = root().resolve(file);
        try {
            if (Boolean.getBoolean("pathproof.write-docs")) {
                Files.createDirectories(page.getParent());
                Files.writeString(page, expected);
            }
            assertThat(page)
                    .as("update it with: mvn -Pquick test -pl tests/architecture -am -Dtest='*ReferenceTest'"
                            + " -Dpathproof.write-docs=true -Dsurefire.failIfNoSpecifiedTests=false")
                    .content()
                    .isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
