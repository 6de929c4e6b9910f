// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Captures and vectors made elsewhere, which lie beside the checkout. */
final class SharedData {
    /** How much of bmp/bgpsec-frrbgpsec-mirror-k1.bmp comes before its sessions end. */
    static final int MIRRORED_OCTETS = 4490;

    private SharedData() {}

    /** A file of it; skips the test, loudly, where it is absent. */
    static Path file(String name) {
        Path file = Path.of(System.getProperty("pathproof.shared.data"), name);
        Assumptions.assumeTrue(Files.exists(file), () -> "SKIPPED: " + file + " is absent");
        return file;
    }
}
