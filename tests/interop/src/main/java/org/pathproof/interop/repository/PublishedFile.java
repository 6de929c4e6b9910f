// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.pathproof.wire.Bytes;

/** A file of the repository. Its time of modification is that of the publication in which it was new. */
record PublishedFile(Bytes bytes, Instant time) {
    /** Writes the file. Rsync copies only files of another size or time, so equal files have equal times. */
    void writeTo(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, bytes.toArray());
        Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
