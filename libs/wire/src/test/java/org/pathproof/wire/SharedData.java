// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** The captures and vectors that were made elsewhere; a test that wants one is skipped loudly where it is absent. */
public final class SharedData {
    private SharedData() {}

    /** A file below the folder that the system property {@code pathproof.shared.data} names. */
    public static Path path(String name) {
        Path file = Path.of(System.getProperty("pathproof.shared.data", "../../../shared/data"), name);
        if (!Files.isReadable(file)) {
            throw new TestAbortedException("not tested, no " + file + ": set -Dshared.data to where it lies");
        }
        return file;
    }

    public static Bytes bytes(String name) throws IOException {
        return Bytes.wrap(Files.readAllBytes(path(name)));
    }

    public static String text(String name) throws IOException {
        return Files.readString(path(name));
    }
}
