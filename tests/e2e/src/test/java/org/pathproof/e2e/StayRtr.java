// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A real RTR cache (StayRTR from Debian) that serves an RPKI JSON file, read anew on SIGHUP. */
final class StayRtr implements AutoCloseable {
    final int port = Ports.free();
    private final Path folder;
    private final Path file;
    private @Nullable Program program;

    StayRtr(Path folder, Path json) {
        this.folder = folder;
        this.file = folder.resolve("rpki.json");
        Program.require("stayrtr");
        serve(json);
        start();
    }

    void start() {
        program = Program.start(
                folder.resolve("stayrtr.log"),
                "stayrtr",
                "-bind",
                "127.0.0.1:" + port,
                "-metrics.addr",
                "127.0.0.1:" + Ports.free(),
                "-cache",
                file.toString(),
                "-refresh",
                "1",
                "-rtr.refresh",
                "5",
                "-rtr.retry",
                "2",
                "-checktime=false");
        await("StayRTR").atMost(Duration.ofSeconds(20)).until(() -> Ports.answers("127.0.0.1", port));
    }

    /** Serves another file from now on; StayRTR sees the new content within seconds and notifies its clients. */
    void serve(Path json) {
        try {
            Path next = folder.resolve("rpki.json.next");
            Files.copy(json, next, StandardCopyOption.REPLACE_EXISTING);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop() {
        if (program != null) {
            program.kill();
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }
}
