// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Input of a command: a file, or standard input for {@code -}. */
public final class InputFile {
    private InputFile() {}

    /**
     * Opens the input.
     *
     * @throws CommandFailure if the name is that of a folder, or not a valid file name
     * @throws IOException if the file does not exist or cannot be read
     */
    public static InputStream open(String file) throws IOException {
        if (file.equals("-")) {
            return System.in;
        }
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new CommandFailure(file + ": a folder, not a file");
            }
            return Files.newInputStream(path);
        } catch (InvalidPathException e) {
            throw new CommandFailure(file + ": not a valid file name", e);
        }
    }
}
