// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/** The process of a {@link LoadingValidator}, seen from the writer. */
final class ValidatorProcess implements AutoCloseable {
    private static final String OPTIONS = "-Xmx2g -XX:+UseCompactObjectHeaders"
            + " -Dlogback.configurationFile=org/pathproof/benchmark/kit/logback.xml";

    private final ChildProcess process;
    private final BufferedReader answers;

    ValidatorProcess(ProcessGroup processes, String redis) {
        process = processes.javaWithPipes(
                "validator", OPTIONS + " -D" + LoadingValidator.REDIS + "=" + redis, LoadingValidator.class.getName());
        answers = process.process().inputReader(StandardCharsets.UTF_8);
    }

    /**
     * A loaded set.
     *
     * @param milliseconds time from the creation of the follower of Redis until the set is in force
     * @param processMilliseconds time from the start of the process
     * @param cpuMilliseconds CPU time of the process until then
     */
    record Load(double milliseconds, double processMilliseconds, double cpuMilliseconds, BenchmarkSet.Sizes sizes) {}

    /** Waits until the set is in force. */
    Load awaitLoad() throws IOException {
        long[] words = numbers();
        return new Load(
                words[0] / 1e6, words[1], words[2] / 1e6, new BenchmarkSet.Sizes((int) words[3], (int) words[4], (int)
                        words[5]));
    }

    /** Waits until the set with a serial is in force, and returns the {@link System#nanoTime} of it. */
    long awaitChange(long serial) throws IOException {
        long[] words = numbers();
        if (words[0] != serial) {
            throw new IllegalStateException("the serial is " + words[0] + " instead of " + serial);
        }
        return words[1];
    }

    /**
     * Memory of the process in bytes.
     *
     * @param heap heap in use after a full collection
     * @param resident resident memory after it
     * @param peak maximum of resident memory before it
     */
    record Memory(long heap, long resident, long peak) {}

    Memory memory() throws IOException {
        var commands = process.process().outputWriter(StandardCharsets.UTF_8);
        commands.write("memory\n");
        commands.flush();
        long[] words = numbers();
        return new Memory(words[0], words[1], words[2]);
    }

    private long[] numbers() throws IOException {
        String line = answers.readLine();
        if (line == null) { // the process has ended
            process.process().onExit().join();
            process.requireAlive(); // throws with the last lines of the log
        }
        return Arrays.stream(Objects.requireNonNull(line).split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    @Override
    public void close() {
        process.kill();
    }
}
