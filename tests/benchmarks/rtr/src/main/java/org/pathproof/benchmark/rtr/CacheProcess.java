// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/** The process of the {@link MeasuredCache}, seen from the routers. */
final class CacheProcess {
    private static final String OPTIONS = "-Xmx2g -XX:+UseCompactObjectHeaders -XX:+UseG1GC"
            + " -Dlogback.configurationFile=org/pathproof/benchmark/kit/logback.xml";

    private final ChildProcess process;
    private final BufferedReader answers;
    private final Writer commands;
    private final int port;

    CacheProcess(ProcessGroup processes, int vrps) throws IOException {
        process = processes.javaWithPipes(
                "cache", OPTIONS + " -D" + MeasuredCache.VRPS + "=" + vrps, MeasuredCache.class.getName());
        answers = process.process().inputReader(StandardCharsets.UTF_8);
        commands = process.process().outputWriter(StandardCharsets.UTF_8);
        port = Integer.parseInt(answer());
    }

    int port() {
        return port;
    }

    /**
     * A change of the set.
     *
     * @param serial the serial after it
     * @param began {@link System#nanoTime} before it. Linux has one such clock for all processes
     */
    record Change(long serial, long began) {}

    /** Withdraws VRPs and announces as many. */
    Change change(int vrps) throws IOException {
        String[] words = ask(MeasuredCache.CHANGE + " " + vrps);
        return new Change(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    /** Returns the CPU time of the process in seconds. */
    double cpuSeconds() throws IOException {
        return Long.parseLong(ask(MeasuredCache.CPU)[0]) / 1e9;
    }

    /** Memory of the process in bytes. */
    record Memory(long heap, long resident) {}

    /** Collects garbage and measures. */
    Memory memory() throws IOException {
        String[] words = ask(MeasuredCache.MEMORY);
        return new Memory(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    private String[] ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return answer().split(" ", 2);
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the process of the RTR server ended: see " + process.log());
        }
        return line;
    }
}
