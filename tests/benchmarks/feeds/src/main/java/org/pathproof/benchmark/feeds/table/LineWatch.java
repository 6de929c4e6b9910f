// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A program that writes a line for each change of a route, until it is closed. */
public final class LineWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LineWatch.class);

    private final Process process;
    private volatile boolean closed;

    /** @param lines receives each line, on a thread of this watch */
    public LineWatch(List<String> command, Consumer<String> lines) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread.ofPlatform().daemon().name(command.getFirst() + "-watch").start(() -> read(command, lines));
    }

    private void read(List<String> command, Consumer<String> lines) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            if (!closed) {
                log.error("output ended: command={}", command, e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        process.destroyForcibly();
        process.onExit().join();
    }
}
