// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.telemetry.health.PartHealth;

/** Tests the settings of the intervals, and what health and metrics say about expired data. */
class RtrIntervalsTest {
    private static final String SHARED = "pathproof.policy-api.";

    private final TestedListener listener = new TestedListener();

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void theMetricHasTheTimeOfExpiry() {
        listener.start(Map.of());
        assertThat(listener.expiry()).isNaN();
        Instant end = Instant.now().plusSeconds(3600);
        listener.source().setExpires(end);
        assertThat(listener.expiry()).isCloseTo((double) end.getEpochSecond(), within(1.0));
    }

    @Test
    void healthFailsWhileDataAreExpired() {
        assertThat(health(Map.of()).ok()).isTrue();
        listener.source().setExpires(Instant.now());
        PartHealth refused = health(Map.of());
        assertThat(refused.ok()).isFalse();
        assertThat(refused.message()).contains("have expired", "No Data Available");
        PartHealth served = health(Map.of(SHARED + "rtr-serve-expired", "true"));
        assertThat(served.ok()).isFalse();
        assertThat(served.message()).contains("have expired", "routers still get them");
        listener.source().setExpires(Instant.now().plusSeconds(60));
        assertThat(health(Map.of()).ok()).isTrue();
    }

    private PartHealth health(Map<String, String> settings) {
        RtrListeners listeners = listener.made(Map.of(), settings);
        listeners.start();
        try {
            return listeners.health().orElseThrow();
        } finally {
            listeners.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rtr-refresh-interval, 0s, must be 1s to 86400s",
        "rtr-retry-interval, 7201s, must be 1s to 7200s",
        "rtr-expire-interval, 599s, must be 600s to 172800s",
        "rtr-expire-interval, 172801s, must be 600s to 172800s",
        "rtr-expire-interval, 10m, must be longer than Refresh",
    })
    void wrongIntervalsAreRefusedAtTheStart(String setting, String value, String words) {
        Throwable thrown = catchThrowable(() -> listener.made(Map.of(), Map.of(SHARED + setting, value)));
        assertThat(thrown).hasStackTraceContaining(words);
    }
}
