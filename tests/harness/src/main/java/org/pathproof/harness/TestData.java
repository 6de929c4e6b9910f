// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads known-answer vectors and captures from the resource folder {@code data}. The README of the folder states the
 * origin of each file. A file stored as {@code name.gz} is read as {@code name}.
 */
public final class TestData {
    private TestData() {}

    /**
     * Returns the uncompressed content of a file.
     *
     * @param name path below the folder {@code data}, such as {@code bmp/frr-8.4.4.bmp}
     * @throws IllegalArgumentException when there is no such file
     */
    public static byte[] bytes(String name) {
        try (InputStream plain = open(name);
                InputStream zipped = plain == null ? open(name + ".gz") : null) {
            if (plain != null) {
                return plain.readAllBytes();
            }
            if (zipped != null) {
                return new GZIPInputStream(zipped).readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the test data " + name, e);
        }
        throw new IllegalArgumentException("No test data " + name + " in tests/harness");
    }

    /** Returns the content of a file of UTF-8 text. */
    public static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** Returns the path of a temporary copy of a file, which is deleted when the JVM ends. */
    public static Path path(String name) {
        try {
            Path folder = Files.createTempDirectory("pathproof-data");
            Path copy = folder.resolve(name.substring(name.lastIndexOf('/') + 1));
            Files.write(copy, bytes(name));
            folder.toFile().deleteOnExit();
            copy.toFile().deleteOnExit();
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy the test data " + name, e);
        }
    }

    private static @Nullable InputStream open(String name) {
        return TestData.class.getResourceAsStream("data/" + name);
    }
}
