// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/** The process of a {@link Player} and its commands. */
public final class PlayerProcess {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final Writer commands;
    private final Map<String, BlockingQueue<String[]>> answers = new ConcurrentHashMap<>();

    private PlayerProcess(ChildProcess process) {
        this.process = process;
        commands = process.process().outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().name("player-answers").daemon().start(this::listen);
    }

    public static PlayerProcess start(ProcessGroup processes) {
        return new PlayerProcess(
                processes.javaWithPipes("player", "-Xmx256m -XX:+UseSerialGC", Player.class.getName()));
    }

    public ChildProcess process() {
        return process;
    }

    /** Connects a router to a collector. */
    public void open(int router, int port) throws InterruptedException {
        send("open " + router + " " + port);
        answer(router, "opened", ANSWER_TIMEOUT);
    }

    /** Starts to send a stream at full speed and returns the start time, in microseconds since 1970. */
    public long play(Workload.Recorded stream) throws InterruptedException {
        send("play " + stream.router() + " " + stream.bytes());
        return answer(stream.router(), "begun", ANSWER_TIMEOUT);
    }

    /**
     * Starts to send a stream by a schedule and returns the due time of the first update, in microseconds since 1970.
     */
    public long pace(Workload.Recorded stream, Schedule schedule) throws InterruptedException {
        send("pace " + stream.router() + " " + stream.bytes() + " " + stream.indexFile() + " " + schedule);
        return answer(stream.router(), "begun", ANSWER_TIMEOUT);
    }

    /** Waits until the stream is sent and returns the end time, in microseconds since 1970. */
    public long awaitEnd(int router, Duration timeout) throws InterruptedException {
        return answer(router, "ended", timeout);
    }

    private synchronized void send(String line) {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the player process does not read commands: see " + process.log(), e);
        }
    }

    private long answer(int router, String wanted, Duration timeout) throws InterruptedException {
        String[] words = queue(Integer.toString(router)).poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (words == null || !words[0].equals(wanted)) {
            String got = words == null ? "no answer within " + timeout : String.join(" ", words);
            throw new IllegalStateException(
                    "router " + router + " of the player: expected the answer " + wanted + ", got " + got);
        }
        return Long.parseLong(words[2]);
    }

    private BlockingQueue<String[]> queue(String router) {
        return Objects.requireNonNull(answers.computeIfAbsent(router, _ -> new LinkedBlockingQueue<>()));
    }

    private void listen() {
        try (BufferedReader lines = process.process().inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 3);
                queue(words[1]).add(words);
            }
        } catch (IOException e) {
            queue("-").add(new String[] {"failed", "-", e.toString()});
        }
    }
}
