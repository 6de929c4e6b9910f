// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Searches a log for lines at ERROR, stack traces and control bytes. */
public final class LogFile {
    /** Matches a line at ERROR: its time, then its level. */
    private static final Pattern ERROR = Pattern.compile("^\\S+\\s+ERROR\\b");

    private static final int DELETE = 0x7f;
    private static final int MAX_PRINTED = 200;

    private LogFile() {}

    /**
     * Returns a sentence for each kind of forbidden line, with the number of such lines and the first one.
     *
     * @param expected pattern of permitted lines at ERROR
     */
    public static List<String> forbiddenLines(Path log, Pattern expected) throws IOException {
        if (!Files.exists(log)) {
            return List.of();
        }
        List<String> errors = new ArrayList<>();
        List<String> traces = new ArrayList<>();
        List<String> controls = new ArrayList<>();
        for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            if (ERROR.matcher(line).find() && !expected.matcher(line).find()) {
                errors.add(line);
            }
            if (line.startsWith("\tat ")) {
                traces.add(line);
            }
            if (line.chars().anyMatch(c -> c < ' ' && c != '\t' || c == DELETE)) {
                controls.add(line);
            }
        }
        List<String> faults = new ArrayList<>();
        add(faults, log, errors, "lines at ERROR");
        add(faults, log, traces, "lines of stack traces");
        add(faults, log, controls, "lines with control characters");
        return faults;
    }

    private static void add(List<String> faults, Path log, List<String> lines, String what) {
        if (!lines.isEmpty()) {
            String first = lines.getFirst().replaceAll("\\p{Cntrl}", "?");
            faults.add(log.getFileName() + ": " + lines.size() + " " + what + ", the first: "
                    + first.substring(0, Math.min(MAX_PRINTED, first.length())));
        }
    }
}
