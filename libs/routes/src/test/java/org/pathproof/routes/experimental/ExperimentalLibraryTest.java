// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes.experimental;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a wrong library is refused by the name of its setting. */
final class ExperimentalLibraryTest {
    @TempDir
    private Path folder;

    @Test
    void refusesALibraryWithoutAnImplementation() {
        assertRefused(null, "pathproof.schemes.library is empty, and the class path has no scheme");
        assertRefused(folder, "pathproof.schemes.library " + folder + " has no scheme: name a folder with");
        assertRefused(folder.resolve("absent"), "pathproof.schemes.library: cannot list the folder");
    }

    @Test
    void refusesAnImplementationThatCannotBeLoaded() throws IOException {
        try (OutputStream file = Files.newOutputStream(folder.resolve("broken.jar"));
                ZipOutputStream jar = new ZipOutputStream(file)) {
            jar.putNextEntry(new ZipEntry("META-INF/services/" + ExperimentalAttribute.class.getName()));
            jar.write("a.class.that.is.Absent".getBytes(StandardCharsets.US_ASCII));
        }
        assertRefused(folder, "pathproof.schemes.library " + folder + ": a scheme cannot be loaded: ");
    }

    private static void assertRefused(@Nullable Path library, String message) {
        assertThatThrownBy(() -> ExperimentalLibrary.load(library))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
