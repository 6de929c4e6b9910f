// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.harness.ChildProcess;

/** A dump of all threads of a Java process, virtual ones included. */
public final class ThreadDump {
    /** The line of a thread: its number, its name in quotes, and its state. */
    private static final Pattern THREAD = Pattern.compile("#\\d+ \".*\".* ([A-Z_]+) \\d{4}-\\S+");

    /** A frame of this project's code. */
    private static final Pattern FRAME = Pattern.compile("\\s+at (?:\\S+/)?org\\.pathproof\\.(\\S+)");

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ThreadDump() {}

    /** Writes the threads of a process to a file. Throws IOException with the output of jcmd if it fails. */
    public static void write(long process, Path file) throws IOException {
        ChildProcess.Outcome outcome = ChildProcess.run(
                LIMIT,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process),
                        "Thread.dump_to_file",
                        "-overwrite",
                        file.toString()));
        if (outcome.exitCode() != 0) {
            throw new IOException("jcmd failed: " + outcome.output().strip());
        }
    }

    /**
     * Returns a line for each state and each method of this project that is the top one of a thread, with the number of
     * such threads, the most frequent first.
     */
    public static List<String> summarize(Path file) throws IOException {
        try (Stream<String> threads = Stream.of(Files.readString(file).split("\n\n"))) {
            Map<String, Long> counts = threads.map(ThreadDump::top)
                    .filter(top -> !top.isEmpty())
                    .collect(Collectors.groupingBy(top -> top, Collectors.counting()));
            return counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .map(entry -> entry.getValue() + " " + entry.getKey())
                    .toList();
        }
    }

    private static String top(String thread) {
        Matcher state = THREAD.matcher(thread);
        Matcher frame = FRAME.matcher(thread);
        return state.find() && frame.find() ? state.group(1) + " " + frame.group(1) : "";
    }
}
