// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The log of a JVM's garbage collector, which {@link #arguments} switches on. */
record GcLog(Path file) {
    /** A pause of all threads, such as {@code [1.2s][info][gc] GC(3) Pause Young (Normal) 20M->4M(256M) 3.2ms}. */
    private static final Pattern PAUSE = Pattern.compile(
            "\\[(\\d+\\.\\d+)s\\].*\\[gc\\s*\\] GC\\(\\d+\\) (Pause .*) \\d+M->\\d+M\\(\\d+M\\) ([\\d.]+)ms");
    /** Text in the line of a collection that this benchmark has ordered. */
    private static final String ORDERED = "(Diagnostic Command)";

    /** Returns the arguments of the JVM that write the log. */
    String arguments() {
        return "-Xlog:gc*:file=" + file + ":uptime,level,tags:filecount=0";
    }

    /** Returns the lengths of the pauses in milliseconds, without those that this benchmark has ordered. */
    List<Double> pauses() throws IOException {
        List<Double> pauses = new ArrayList<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.forEach(line -> {
                Matcher pause = PAUSE.matcher(line);
                if (pause.find() && !pause.group(2).contains(ORDERED)) {
                    pauses.add(Double.parseDouble(pause.group(3)));
                }
            });
        }
        return pauses;
    }
}
