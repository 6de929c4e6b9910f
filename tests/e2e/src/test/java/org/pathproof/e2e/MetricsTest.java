// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.rpki.rtr.RtrServer;

/** Tests the metrics of all four services: each metric has a help text, and states have the same names as in REST. */
final class MetricsTest {
    private static final Duration VERDICT_TIMEOUT = Duration.ofMinutes(3);
    private static final Pattern SAMPLE =
            Pattern.compile("(?m)^(?<name>pathproof_\\w+?)(?:_bucket|_count|_sum|_max)?[{ ]");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (?<name>\\w+) (?<text>.*)$");
    private static final Pattern STATE = Pattern.compile("state=\"(?<state>[^\"]*)\"");

    @TempDir
    Path folder;

    @Test
    void everyMetricHasHelpAndStatesHaveTheNamesOfRest() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            await("invalid routes in the metrics")
                    .atMost(VERDICT_TIMEOUT)
                    .until(() -> metrics(pathproof).contains("pathproof_store_invalid_routes{peer=\"192"));
            String metrics = metrics(pathproof);

            Map<String, String> help = new TreeMap<>();
            for (Matcher line = HELP.matcher(metrics); line.find(); ) {
                help.put(line.group("name"), line.group("text"));
            }
            Set<String> names = new TreeSet<>();
            for (Matcher line = SAMPLE.matcher(metrics); line.find(); ) {
                names.add(line.group("name"));
            }
            assertThat(names)
                    .hasSizeGreaterThan(50)
                    .allSatisfy(name -> assertThat(help.getOrDefault(name, help.getOrDefault(name + "_total", "")))
                            .as("HELP of %s", name)
                            .isNotBlank());

            for (Matcher state = STATE.matcher(metrics.replaceAll("(?m)^(?!pathproof_).*$", "")); state.find(); ) {
                assertThat(state.group("state")).matches("[A-Z_]+");
            }
            assertThat(metrics)
                    .containsPattern("pathproof_store_offender_routes\\{asn=\"\\d+\"\\} [1-9]")
                    .containsPattern(
                            "pathproof_store_origin_invalid_routes\\{peer=\"[0-9.]+\",router=\"[^\"]+\"\\} [1-9]");
        }
    }

    private static String metrics(RunningPathproof pathproof) {
        return pathproof.get("/actuator/prometheus", "text/plain").body();
    }
}
