// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of docs/reference that is made from the code. {@code -Dpathproof.write-docs=true} writes the pages anew. */
final class ReferencePage {
    private ReferencePage() {}

    /** The folder of the checkout. */
    static Path root() {
        return Path.of(System.getProperty("pathproof.root"));
    }

    /** Holds that a page of docs/reference is what the code says; or makes it so. */
    static void assertCurrent(String name, String expected) {
        assertCurrent(Path.of("docs", "reference", name), expected);
    }

    /** Holds that a file, by its path in the checkout, is what the code says; or makes it so. */
    static void assertCurrent(Path file, String expected) {
        Path page = root().resolve(file);
        try {
            if (Boolean.getBoolean("pathproof.write-docs")) {
                Files.createDirectories(page.getParent());
                Files.writeString(page, expected);
            }
            assertThat(page)
                    .as("write it anew with: mvn -pl tests/architecture -am test -Dpathproof.write-docs=true")
                    .content()
                    .isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
