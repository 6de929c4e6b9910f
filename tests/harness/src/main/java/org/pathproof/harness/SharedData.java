// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds large data files outside the repository, such as tables of RouteViews. Tests with these files are optional.
 * For each of them, another test with small files of {@link TestData} always runs.
 */
public final class SharedData {
    private static final String VARIABLE = "PATHPROOF_TEST_DATA";

    private SharedData() {}

    /**
     * Returns a file below the folder that the variable {@code PATHPROOF_TEST_DATA} names. Aborts the test if the file
     * is absent.
     */
    public static Path path(String name) {
        Path file = Path.of(Objects.requireNonNullElse(System.getenv(VARIABLE), "absent"), name);
        if (!Files.isReadable(file)) {
            Assumptions.abort("SKIPPED: no " + file + " (set " + VARIABLE + " to the folder of large test data)");
        }
        return file;
    }
}
