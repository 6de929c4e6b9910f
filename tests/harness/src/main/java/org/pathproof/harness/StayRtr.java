// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real RTR cache, StayRTR, on a free port of 127.0.0.1. The cache serves an RPKI JSON file and reads it again every
 * second.
 */
public final class StayRtr implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final int port = Ports.free();
    private final Path folder;
    private final Path file;
    private final List<String> more;
    private @Nullable ChildProcess process;

    /**
     * Starts the cache. Aborts the test if StayRTR is not installed.
     *
     * @param folder folder for the log and for the copy of the file that is served
     * @param json RPKI data in the JSON form of rpki-client
     * @param more further options of StayRTR, for example for TLS
     */
    public StayRtr(Path folder, Path json, String... more) {
        this.folder = folder;
        this.more = List.of(more);
        this.file = folder.resolve("stayrtr-rpki.json");
        serve(json);
        start();
    }

    /** Starts the cache after {@link #stop}, on the same port. */
    public void start() {
        List<String> command = new ArrayList<>(List.of(
                Programs.require("stayrtr"),
                "-bind",
                address(),
                "-metrics.addr",
                "",
                "-cache",
                file.toString(),
                "-refresh",
                "1",
                "-rtr.refresh",
                "5",
                "-rtr.retry",
                "2",
                "-checktime=false"));
        command.addAll(more);
        process = ChildProcess.start(folder.resolve("stayrtr.log"), command.toArray(String[]::new));
        await("StayRTR on port " + port).atMost(START_TIMEOUT).until(() -> Ports.accepts(port));
    }

    /** Serves the content of another file. StayRTR detects the change within seconds and notifies its clients. */
    public void serve(Path json) {
        try {
            Path next = folder.resolve("stayrtr-rpki.json.next");
            Files.copy(json, next, StandardCopyOption.REPLACE_EXISTING);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the cache with SIGKILL. */
    public void stop() {
        if (process != null) {
            process.kill();
        }
    }

    public int port() {
        return port;
    }

    /** Returns host and port, as settings take them. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
