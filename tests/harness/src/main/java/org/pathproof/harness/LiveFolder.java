// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lists folders in which a running program creates and deletes files. Files that disappear during the listing are left
 * out, where {@link Files#walk} would fail.
 */
public final class LiveFolder {
    private LiveFolder() {}

    /**
     * Returns the regular files below a folder with their sizes in bytes, sorted by path.
     *
     * @throws NoSuchFileException if the folder itself does not exist
     */
    public static Map<Path, Long> sizes(Path folder) throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    sizes.put(file, attributes.size());
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return unlessGone(file, failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                return failure == null ? FileVisitResult.CONTINUE : unlessGone(directory, failure);
            }

            private FileVisitResult unlessGone(Path path, IOException failure) throws IOException {
                if (path.equals(folder) || !(failure instanceof NoSuchFileException)) {
                    throw failure;
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sizes;
    }
}
