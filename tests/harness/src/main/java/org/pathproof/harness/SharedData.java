// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds large data files outside the repository, such as tables of RouteViews. Tests with these files are optional.
 * For each of them, another test with small files of {@link TestData} always runs.
 */
public final class SharedData {
    private SharedData() {}

    /** Returns a file below the folder {@code pathproof.shared.data}; aborts the test if the file is absent. */
    public static Path path(String name) {
        Path file = Path.of(System.getProperty("pathproof.shared.data", "absent"), name);
        if (!Files.isReadable(file)) {
            Assumptions.abort("SKIPPED: no " + file + " (set -Dshared.data to the folder of large test data)");
        }
        return file;
    }
}
