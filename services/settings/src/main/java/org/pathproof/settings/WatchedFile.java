// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that is read again after each change. The last good content stays in use while the file is damaged or missing,
 * and {@link #problem} has the reason.
 *
 * @param <T> content of the file
 */
public final class WatchedFile<T> {
    private static final Logger log = LoggerFactory.getLogger(WatchedFile.class);

    private final Path file;
    private final Reader<T> reader;
    private @Nullable Object seen;
    private volatile @Nullable T content;
    private volatile @Nullable String problem;

    public WatchedFile(Path file, Reader<T> reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Reads a whole file, or throws an IOException with a message for an operator. */
    public interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /**
     * Reads the file if it has changed, or if the last attempt failed. Returns true if the content is new.
     */
    public boolean poll() {
        try {
            String stamp = stamp();
            if (stamp.equals(seen)) {
                return false;
            }
            seen = null; // an attempt that fails is repeated, although the file stays the same
            content = reader.read(file);
            seen = stamp;
            problem = null;
            log.info("file read: file={}", file);
            return true;
        } catch (IOException | RuntimeException e) {
            String why = file + " is unusable: " + e.getMessage();
            if (!why.equals(problem)) {
                log.error(
                        getMarker("watched-file-unusable"),
                        "file: problem=\"{}\" state=\"{}\"",
                        why,
                        content == null ? "no earlier content is in use" : "its earlier content stays in use");
            }
            problem = why;
            return false;
        }
    }

    /** Returns a text that differs after each change of the file. */
    private String stamp() throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
        } catch (IOException e) {
            seen = null; // the file may return unchanged
            throw e;
        }
    }

    public @Nullable T content() {
        return content;
    }

    public @Nullable String problem() {
        return problem;
    }
}
