// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.Labels;
import org.pathproof.contracts.Metrics;

/** Compares docs/reference/metrics.md and the help texts for Prometheus with the comments of the class Metrics. */
final class MetricsReferenceTest {
    private static final Pattern METRIC = Pattern.compile(
            "/\\*\\*(?<doc>(?:(?!\\*/).)*)\\*/\\s+(?:@Labels\\([^)]*\\)\\s+)?public static final String (?<field>\\w+) = \"(?<name>pathproof_\\w+)\";",
            Pattern.DOTALL);
    private static final Pattern INSTANT = Pattern.compile("seconds since 1970");
    private static final Path HELP =
            Path.of("libs/contracts/src/main/resources/org/pathproof/contracts/metric-help.properties");
    private static final Pattern SECTION = Pattern.compile("(?m)^    // (?<title>[A-Z].*)$");

    @Test
    void thePageListsEveryMetric() throws IOException, NoSuchFieldException {
        String source = Files.readString(
                ReferencePage.root().resolve("libs/contracts/src/main/java/org/pathproof/contracts/Metrics.java"));
        StringBuilder page = new StringBuilder("""
                # Metrics

                For operators: all metrics, by subject. A test generates this page from the class `Metrics`.

                Every service exports its own metrics at `/actuator/prometheus`, together with those of the JVM, of Kafka's
                clients and of the HTTP server. Durations are in seconds, sizes in bytes.

                The number of time series is bounded. A collector shows 1,000 routers and 20,000 statistics of routers; a policy API
                shows `pathproof.policy-api.metric-series` sessions, ASes and routers. Others share the label `other`, and
                `pathproof_routers_folded_total` and `pathproof_store_series_folded` count them.
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
                page.append("\n## ").append(title).append("\n\n| metric | labels | meaning |\n|---|---|---|\n");
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
            page.append("| `%s` | %s | %s |\n".formatted(name, labels(metrics.group("field")), text));
            from = metrics.end();
        }
        assertThat(page.toString().lines().filter(line -> line.startsWith("| `")))
                .hasSizeGreaterThan(10);
        ReferencePage.assertCurrent("metrics.md", page.toString());
        ReferencePage.assertCurrent(HELP, help.toString());
    }

    private static String labels(String field) throws NoSuchFieldException {
        @Nullable Labels labels = Metrics.class.getField(field).getAnnotation(Labels.class);
        return labels == null ? "" : String.join(", ", labels.value());
    }

    /** Returns a comment as one line of plain text. */
    private static String text(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "`$1`")
                .strip();
    }
}
