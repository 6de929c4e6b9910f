// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.harness.ChildProcess;

/**
 * The memory of a JVM.
 *
 * @param heap live bytes on the heap after a full collection
 * @param resident resident memory of the process, in bytes
 */
public record Memory(long heap, long resident) {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final long KIB = 1024;

    /** Runs a full collection in a JVM and returns its memory. */
    public static Memory of(ChildProcess jvm) {
        jcmd(jvm, "GC.run");
        Matcher used = USED.matcher(jcmd(jvm, "GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("the output of jcmd GC.heap_info for " + jvm.name() + " has no used size");
        }
        try {
            Matcher resident = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(jvm.pid()), "status")));
            return new Memory(
                    Long.parseLong(used.group(1)) * KIB, resident.find() ? Long.parseLong(resident.group(1)) * KIB : 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String jcmd(ChildProcess jvm, String... command) {
        String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            List<String> line = new ArrayList<>(List.of(program, Long.toString(jvm.pid())));
            line.addAll(List.of(command));
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            try (InputStream in = process.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
