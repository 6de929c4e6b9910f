// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/reference/metrics.md and the help texts for Prometheus with the comments in this package. {@code
 * -Dpathproof.write-docs=true} updates them.
 */
final class MetricsReferenceTest {
    private static final Pattern METRIC = Pattern.compile(
            "/\\*\\*(?<doc>(?:(?!\\*/).)*)\\*/\\s+(?:@Labels\\([^)]*\\)\\s+)?public static final String (?<field>\\w+) = \"(?<name>pathproof_\\w+)\";",
            Pattern.DOTALL);
    private static final Pattern INSTANT = Pattern.compile("seconds since 1970");
    private static final Path PAGE = Path.of("../../docs/reference/metrics.md");
    private static final Path HELP =
            Path.of("src/main/resources/org/pathproof/contracts/metrics/metric-help.properties");
    private static final Path SOURCES = Path.of("src/main/java/org/pathproof/contracts/metrics");
    /** Classes with names of metrics, in the order of the page. */
    private static final List<Class<?>> SUBJECTS = List.of(
            CommonMetricNames.class,
            CollectorMetricNames.class,
            KeySyncMetricNames.class,
            ValidatorMetricNames.class,
            EngineMetricNames.class,
            StoreMetricNames.class,
            FeedMetricNames.class,
            HistoryMetricNames.class,
            StandaloneMetricNames.class);

    private static final Pattern SECTION = Pattern.compile("(?m)^    // (?<title>[A-Z].*)$");

    @Test
    void thePageListsEveryMetric() throws IOException, NoSuchFieldException {
        assertThat(filesOfNames())
                .containsExactlyInAnyOrderElementsOf(
                        SUBJECTS.stream().map(Class::getSimpleName).toList());
        StringBuilder page = new StringBuilder("""
                # Metrics

                For operators: all metrics, by subject. A test generates this page from the package `org.pathproof.contracts.metrics`.

                Every service exports its own metrics at `/actuator/prometheus`, together with those of the JVM, of Kafka's
                clients and of the HTTP server. Durations are in seconds, sizes in bytes.

                The number of time series is bounded. A collector shows 1,000 routers and 20,000 statistics of routers; a policy API
                shows `pathproof.policy-api.metric-series` sessions, ASes and routers. Others share the label `other`, and
                `pathproof_routers_folded_total` and `pathproof_store_series_folded` count them.
                """);
        StringBuilder help = new StringBuilder("""
                # SPDX-License-Identifier: Apache-2.0
                # Generated from the classes …MetricNames by MetricsReferenceTest; -Dpathproof.write-docs=true updates it.
                """);
        for (Class<?> subject : SUBJECTS) {
            String source = Files.readString(source(subject.getSimpleName()));
            Matcher section = SECTION.matcher(source);
            assertThat(section.find()).as("title of the section in %s", subject).isTrue();
            page.append("\n## ")
                    .append(section.group("title"))
                    .append("\n\n| metric | labels | meaning |\n|---|---|---|\n");
            Matcher metrics = METRIC.matcher(source);
            int rows = 0;
            while (metrics.find()) {
                rows++;
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
                page.append("| `%s` | %s | %s |\n".formatted(name, labels(subject, metrics.group("field")), text));
            }
            assertThat(rows).as("documented metrics of %s", subject).isEqualTo(subject.getFields().length);
        }
        assertThat(page.toString().lines().filter(line -> line.startsWith("| `")))
                .hasSizeGreaterThan(10);
        assertCurrent(PAGE, page.toString());
        assertCurrent(HELP, help.toString());
    }

    private static void assertCurrent(Path file, String expected) throws IOException {
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(file, expected);
        }
        assertThat(file)
                .as("update it as CONTRIBUTING.md describes under \"Add a metric\"")
                .content()
                .isEqualTo(expected);
    }

    /** Returns the names of the classes with names of metrics, by their source files. */
    private static List<String> filesOfNames() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> name.endsWith("MetricNames"))
                    .toList();
        }
    }

    private static Path source(String name) {
        return SOURCES.resolve(name + ".java");
    }

    private static String labels(Class<?> subject, String field) throws NoSuchFieldException {
        @Nullable Labels labels = subject.getField(field).getAnnotation(Labels.class);
        return labels == null ? "" : String.join(", ", labels.value());
    }

    /** Returns a comment as one line of plain text. */
    private static String text(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "`$1`")
                .strip();
    }
}
