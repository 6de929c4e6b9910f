// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What a command reads: a file, or standard input for {@code -}. */
public final class InputFile {
    private InputFile() {}

    /** Opens it; throws CommandFailure when there can be none of that name. */
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
            throw new CommandFailure(file + ": not the name of a file", e);
        }
    }
}
