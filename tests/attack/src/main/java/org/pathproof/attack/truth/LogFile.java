// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Searches a log for lines at ERROR, stack traces and control bytes. */
public final class LogFile {
    /** Matches the time and the level of a line. */
    private static final Pattern ERROR = Pattern.compile("^\\S+\\s+ERROR\\b");

    private static final int DELETE = 0x7f;
    private static final int SHOWN = 200;

    private LogFile() {}

    /**
     * Returns a sentence for each kind of bad line, with their number and the first of them.
     *
     * @param expected text of permitted lines at ERROR
     */
    public static List<String> complaints(Path log, Pattern expected) throws IOException {
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
        List<String> complaints = new ArrayList<>();
        complain(complaints, log, errors, "lines at ERROR");
        complain(complaints, log, traces, "lines of stack traces");
        complain(complaints, log, controls, "lines with control characters");
        return complaints;
    }

    private static void complain(List<String> complaints, Path log, List<String> lines, String what) {
        if (!lines.isEmpty()) {
            String first = lines.getFirst().replaceAll("\\p{Cntrl}", "?");
            complaints.add(log.getFileName() + ": " + lines.size() + " " + what + ", the first: "
                    + first.substring(0, Math.min(SHOWN, first.length())));
        }
    }
}
