// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;

/** A running BIRD, with its configuration and its control socket in a folder of its own. */
public final class BirdProgram implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final Path folder;
    private final ChildProcess program;

    /**
     * Starts BIRD and waits until it has its control socket.
     *
     * @param program path of the daemon
     * @param log file for its output
     */
    public BirdProgram(Path program, Path log, String config) throws IOException {
        folder = Files.createTempDirectory("bird"); // a Unix socket needs a short path
        this.program = ChildProcess.start(
                log,
                program.toString(),
                "-f",
                "-c",
                Files.writeString(folder.resolve("bird.conf"), config).toString(),
                "-s",
                control().toString(),
                "-P",
                folder.resolve("pid").toString());
        try {
            Conditions.await("BIRD", START_TIMEOUT, () -> {
                this.program.requireAlive();
                return Files.exists(control());
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns the path of the control socket. */
    public Path control() {
        return folder.resolve("ctl");
    }

    @Override
    public void close() throws IOException {
        program.close();
        Files.deleteIfExists(folder.resolve("bird.conf"));
        Files.deleteIfExists(control());
        Files.deleteIfExists(folder.resolve("pid"));
        Files.deleteIfExists(folder);
    }
}
