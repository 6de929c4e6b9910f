// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares docs/reference/metrics.md and the help texts for Prometheus with the comments of the class Metrics. */
final class MetricsReferenceTest {
    private static final Pattern METRIC = Pattern.compile(
            "/\\*\\*(?<doc>(?:(?!\\*/).)*)\\*/\\s+public static final String \\w+ = \"(?<name>pathproof_\\w+)\";",
            Pattern.DOTALL);
    private static final Pattern INSTANT = Pattern.compile("seconds since 1970");
    private static final Path HELP =
            Path.of("libs/contracts/src/main/resources/org/pathproof/contracts/metric-help.properties");
    private static final Pattern SECTION = Pattern.compile("(?m)^    // (?<title>[A-Z].*)$");

    @Test
    void thePageListsEveryMetric() throws IOException {
        String source = Files.readString(
                ReferencePage.root().resolve("libs/contracts/src/main/java/org/pathproof/contracts/Metrics.java"));
        StringBuilder page = new StringBuilder("""
                # Metrics

                For operators: all metrics, by subject. A test generates this page from the class `Metrics`.

                Every service exports its own metrics at `/actuator/prometheus`, together with those of the JVM, of Kafka's
                clients and of the HTTP server. Durations are in seconds, sizes in bytes.
                """);
        StringBuilder help = new StringBuilder("""
                # SPDX-License-Identifier: Apache-2.0
                # Generated from Metrics.java by MetricsReferenceTest; -Dpathproof.write-docs=true updates it.
                """);
        Matcher sections = SECTION.matcher(source);
        Matcher metrics = METRIC.matcher(source);
        int from = 0;
        while (metrics.find(from)) {
            String title = null;
            if (sections.find(from) && sections.start() < metrics.start()) {
                do {
                    title = sections.group("title");
                } while (sections.find() && sections.start() < metrics.start());
            }
            if (title != null) {
                page.append("\n## ").append(title).append("\n\n| metric | meaning |\n|---|---|\n");
            }
            String name = metrics.group("name");
            assertThat(name)
                    .matches("pathproof_[a-z0-9_]+")
                    .doesNotContain("milli")
                    .doesNotContain("prefix");
            String text = text(metrics.group("doc"));
            if (INSTANT.matcher(text).find()) {
                assertThat(name).as(text).endsWith("_timestamp_seconds");
            }
            help.append(name).append('=').append(text).append('\n');
            page.append("| `").append(name).append("` | ").append(text).append(" |\n");
            from = metrics.end();
        }
        assertThat(page.toString().lines().filter(line -> line.startsWith("| `")))
                .hasSizeGreaterThan(10);
        ReferencePage.assertCurrent("metrics.md", page.toString());
        ReferencePage.assertCurrent(HELP, help.toString());
    }

    /** Returns a comment as one line of plain text. */
    private static String text(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "`$1`")
                .strip();
    }
}
