// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of the site.
 *
 * @param stage the part of the pipeline that it is, as reports call it
 * @param log where its output goes
 */
public record Child(String stage, Process process, Path log) {
    private static final int LAST_LINES = 15;

    public long pid() {
        return process.pid();
    }

    /** Throws IllegalStateException, with the end of its log, when it is gone. */
    public void check() {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    stage + " ended with status " + process.exitValue() + ":\n" + String.join("\n", lastLines()));
        }
    }

    private List<String> lastLines() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** kill -9, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** SIGTERM, and after a while SIGKILL. */
    public void stop(int seconds) {
        process.destroy();
        var _ = process.onExit()
                .completeOnTimeout(process, seconds, TimeUnit.SECONDS)
                .thenApply(p -> p.isAlive() && p.destroyForcibly().isAlive())
                .join();
        process.onExit().join();
    }
}
