// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that files and packages of main code stay small enough to be read as a whole. */
final class SizesTest {
    private static final int MAX_LINES_OF_A_FILE = 400;
    private static final int MAX_LINES_OF_A_PACKAGE = 4_000;
    private static final List<String> FOLDERS = List.of("libs", "services", "standalone", "tools", "research", "tests");

    /** Lines of each file of main code, by path in the checkout. */
    private static final Map<Path, Integer> LINES = new TreeMap<>();

    @BeforeAll
    static void readSources() throws IOException {
        for (String folder : FOLDERS) {
            try (Stream<Path> all = Files.walk(ReferencePage.root().resolve(folder))) {
                for (Path file : all.filter(SizesTest::isMainCode).toList()) {
                    LINES.put(
                            ReferencePage.root().relativize(file),
                            Files.readAllLines(file).size());
                }
            }
        }
        assertThat(LINES).hasSizeGreaterThan(100);
    }

    @Test
    void noFileIsLong() {
        LINES.forEach(
                (file, lines) -> assertThat(lines).as("lines of %s", file).isLessThanOrEqualTo(MAX_LINES_OF_A_FILE));
    }

    @Test
    void noPackageIsLarge() {
        Map<Path, Integer> packages = new TreeMap<>();
        LINES.forEach((file, lines) -> packages.merge(file.getParent(), lines, Integer::sum));
        packages.forEach(
                (name, lines) -> assertThat(lines).as("lines of %s", name).isLessThanOrEqualTo(MAX_LINES_OF_A_PACKAGE));
    }

    private static boolean isMainCode(Path file) {
        String path = file.toString();
        return path.endsWith(".java") && path.contains("/src/main/java/") && !path.contains("/target/");
    }
}
