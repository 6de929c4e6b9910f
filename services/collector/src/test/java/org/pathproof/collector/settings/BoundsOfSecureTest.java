// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.SessionFlood;
import org.pathproof.collector.sessions.SessionQuota;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Compares the bounds of docs/operators/secure.md with the defaults of the settings, and with the memory in use. */
final class BoundsOfSecureTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "operators", "secure.md");
    private static final Pattern CONNECTIONS =
            Pattern.compile("(\\d+) x \\((\\d+) KiB queue \\+ 64 KiB read \\+ 2 x (\\d+) KiB message\\) = (\\d+) MiB");
    private static final Pattern SESSIONS = Pattern.compile("([0-9,]+) sessions x (\\d+) KiB = (\\d+) MiB");
    private static final int ROUTERS = 12;

    private final CollectorSettings defaults = new Binder(new MapConfigurationPropertySource(Map.of()))
            .bindOrCreate("pathproof.collector", CollectorSettings.class);

    @Test
    void thePageHasTheMemoryOfConnections() throws IOException {
        Matcher figure = find(CONNECTIONS);
        assertThat(figure.group(1)).isEqualTo(Integer.toString(defaults.maxRouters()));
        assertThat(figure.group(2))
                .isEqualTo(Long.toString(defaults.routerQueue().toKilobytes()));
        assertThat(figure.group(3))
                .isEqualTo(Long.toString(defaults.maxMessage().toKilobytes()));
        assertThat(Math.ceil(defaults.limits().mostMemory() / 1048576.0 / 10) * 10)
                .isEqualTo(Double.parseDouble(figure.group(4)));
    }

    /** The validator and the verdict store hold each record, too, and the collector has its part of the figure. */
    @Test
    void theCollectorHoldsSessionsOfUnknownRoutersWithinItsPartOfTheFigure() throws IOException {
        Matcher figure = find(SESSIONS);
        int sessions = Integer.parseInt(figure.group(1).replace(",", ""));
        long kibibytes = Long.parseLong(figure.group(2));
        assertThat(sessions).isEqualTo(defaults.maxUnknownSessions());
        assertThat(Math.ceil(sessions * kibibytes / 1024.0)).isEqualTo(Double.parseDouble(figure.group(3)));

        SessionQuota quota = new SessionQuota(
                "c1", defaults.sessionLimits(), (ip, name) -> false, new CollectorMetrics(new SimpleMeterRegistry()));
        long before = used();
        SessionFlood flood = new SessionFlood(quota);
        List<Integer> left = new ArrayList<>();
        for (int n = 0; n < ROUTERS; n++) {
            flood.connectAndDisconnect(n, defaults.maxPeers());
            left.add(flood.sessions());
        }
        assertThat(left).allMatch(count -> count <= sessions);
        assertThat(used() - before).isLessThan(sessions * kibibytes * 1024 / 2);
        assertThat(flood.sessions()).isGreaterThan(sessions / 2);
    }

    private static Matcher find(Pattern pattern) throws IOException {
        Matcher found = pattern.matcher(Files.readString(PAGE).replaceAll("\\s+", " "));
        assertThat(found.find()).as(pattern.pattern()).isTrue();
        return found;
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
