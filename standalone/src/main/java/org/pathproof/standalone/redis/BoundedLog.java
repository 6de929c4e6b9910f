// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log file of bounded size for the output of a child process. When the file is full, it is renamed to {@code NAME.1},
 * and replaces the previous file of that name.
 */
final class BoundedLog {
    /** Maximum size of each of the two files, in bytes. */
    static final long MAX_FILE_BYTES = 5L << 20;

    private static final Logger log = LoggerFactory.getLogger(BoundedLog.class);
    private static final int BUFFER_BYTES = 1 << 13;

    private final Path file;
    private final long maxFileBytes;
    private boolean failed;

    BoundedLog(Path file, long maxFileBytes) {
        this.file = file;
        this.maxFileBytes = maxFileBytes;
    }

    /** Starts a thread that appends the output of a process to the log until the end of the output. */
    Thread follow(InputStream output) {
        // A virtual thread would hold its carrier while it waits for a pipe.
        return Thread.ofPlatform().daemon().name("log-" + file.getFileName()).start(() -> copy(output));
    }

    /** Waits for the end of a thread of {@link #follow}, so that the log is complete. */
    static void await(Thread follower, Duration limit) throws InterruptedException {
        boolean _ = follower.join(limit);
    }

    /**
     * Appends all bytes of the output. After a failed write, bytes are lost, and the output is still read: the process
     * would otherwise block when the pipe is full.
     */
    private void copy(InputStream output) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (output) {
            for (int length = output.read(buffer); length >= 0; length = output.read(buffer)) {
                append(buffer, length);
            }
        } catch (IOException e) {
            log.debug("the output for {} ended: {}", file, e.toString());
        }
    }

    private void append(byte[] bytes, int length) {
        try {
            if (Files.exists(file) && Files.size(file) + length > maxFileBytes) {
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                out.write(bytes, 0, length);
            }
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                log.warn(
                        getMarker("log-file-unwritable"),
                        "cannot write the log file, its lines are lost: file={} error={}",
                        file,
                        e.toString());
            }
            failed = true;
        }
    }
}
