// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/reference/log-events.md with the log calls of levels WARN and ERROR. Each call has a marker, the name
 * of the event. Calls with the same name have the same level and message.
 */
final class LogEventsReferenceTest {
    private static final String INTRODUCTION = """
            # Log events

            For operators: all log lines of levels WARN and ERROR by the name of their event, for alerts and searches. A
            test generates this page from the code. [Logs](../operators/logs.md) explains the
            formats.

            In the format `ecs`, a line has the name in `event.action` and the values of the message as
            `pathproof.router`, `pathproof.reason` and so on. A summary of suppressed lines is the event
            `log-lines-suppressed`.

            | event | level | part | message |
            |---|---|---|---|
            """;

    private static final Pattern CALL = Pattern.compile("\\blog\\.(warn|error)\\(\\s*");
    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern NAMED = Pattern.compile(
            "getMarker\\((?:\"([a-z0-9-]+)\"|SUMMARY)\\),\\s*(" + TEXT + "(?:\\s*\\+\\s*" + TEXT + ")*)");
    private static final Pattern PART = Pattern.compile(TEXT);

    /** A kind of line. */
    private record Event(String level, String part, String message) {}

    @Test
    void everyWarningAndErrorHasANameAndARow() throws IOException {
        Map<String, Event> events = new TreeMap<>();
        List<String> unnamed = new ArrayList<>();
        for (String folder : List.of("libs", "services", "standalone")) {
            try (Stream<Path> files = Files.walk(ReferencePage.root().resolve(folder))) {
                for (Path file : files.filter(LogEventsReferenceTest::isMainSource)
                        .sorted()
                        .toList()) {
                    read(file, events, unnamed);
                }
            }
        }
        assertThat(unnamed)
                .as("log calls of levels WARN and ERROR without getMarker(\"name-of-the-event\") and a literal message")
                .isEmpty();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        events.forEach((name, event) -> page.append("| `%s` | %s | %s | `%s` |\n"
                .formatted(
                        name,
                        event.level.toUpperCase(Locale.ROOT),
                        event.part,
                        event.message.replace("\\\"", "\"").replace("{}", "…"))));
        ReferencePage.assertCurrent("log-events.md", page.toString());
    }

    private static boolean isMainSource(Path file) {
        return file.toString().endsWith(".java")
                && file.toString().contains("/src/main/java/")
                && !file.toString().contains("/target/");
    }

    private static void read(Path file, Map<String, Event> events, List<String> unnamed) throws IOException {
        String code = Files.readString(file);
        Matcher call = CALL.matcher(code);
        while (call.find()) {
            Matcher named = NAMED.matcher(code).region(call.end(), code.length());
            if (!named.lookingAt()) {
                unnamed.add(file + ": " + code.substring(call.start(), Math.min(code.length(), call.end() + 60)));
                continue;
            }
            String name = named.group(1) == null ? "log-lines-suppressed" : named.group(1);
            StringBuilder message = new StringBuilder();
            Matcher part = PART.matcher(named.group(2));
            while (part.find()) {
                message.append(part.group(1));
            }
            Event event = new Event(call.group(1), part(file), message.toString());
            Event other = events.putIfAbsent(name, event);
            assertThat(other == null ? event : other)
                    .as("the event %s has one level and one message", name)
                    .isEqualTo(event);
        }
    }

    /** Returns the module of a file, for example services/collector. */
    private static String part(Path file) {
        String path = ReferencePage.root().relativize(file).toString();
        return path.substring(0, path.indexOf("/src/"));
    }
}
