// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Vectors and captures that were made elsewhere; tests that need them are skipped, saying so, when they are absent. */
public final class SharedData {
    private SharedData() {}

    public static Path file(String name) {
        Path file = Path.of(System.getProperty("pathproof.shared.data", "shared-data-not-set"), name);
        if (!Files.isReadable(file)) {
            Assumptions.abort("SKIPPED: " + file + " is not there (system property pathproof.shared.data)");
        }
        return file;
    }
}
