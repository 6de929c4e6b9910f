// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** An RTR listener on a free port of 127.0.0.1, with its data, metrics and log. */
final class TestedListener implements AutoCloseable {
    private static final String NAME = "tested";
    private static final String LISTENER = "pathproof.policy-api.rtr.listeners[0].";
    static final int RETRY_SECONDS = 90;
    private static final int MANY = 600_000;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger rtrLog = (Logger) LoggerFactory.getLogger("org.pathproof.rpki.rtr");
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MemoryRpkiSource source = new MemoryRpkiSource(1);
    private @Nullable RtrListeners running;

    TestedListener() {
        log.start();
        rtrLog.addAppender(log);
        source.replace(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496)));
    }

    MemoryRpkiSource source() {
        return source;
    }

    /** Serves more bytes than the buffers of a connection hold. */
    void serveMany() {
        List<Vrp> many = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            many.add(new Vrp(Prefix.ipv4(i << 8, 24), 24, i));
        }
        source.replace(many);
    }

    /** Creates the RTR part of the policy API with settings of the listener. */
    RtrListeners made(Map<String, String> listener) {
        return made(listener, Map.of());
    }

    /** Creates the RTR part of the policy API with settings of the listener, and settings of all listeners. */
    RtrListeners made(Map<String, String> listener, Map<String, String> shared) {
        Map<String, String> values = new HashMap<>(Map.of(
                "pathproof.policy-api.rtr-port",
                "-1",
                "pathproof.policy-api.rtr-notify-interval",
                "50ms",
                "pathproof.policy-api.rtr-send-timeout",
                "500ms",
                "pathproof.policy-api.rtr-retry-interval",
                RETRY_SECONDS + "s",
                LISTENER + "bind",
                "127.0.0.1",
                LISTENER + "port",
                "0",
                LISTENER + "name",
                NAME));
        listener.forEach((name, value) -> values.put(LISTENER + name, value));
        values.putAll(shared);
        Binder binder = new Binder(new MapConfigurationPropertySource(values));
        RtrListenersSettings further = binder.bindOrCreate("pathproof.policy-api.rtr", RtrListenersSettings.class);
        new RtrConfiguration().routerFeedsListenerCertificates(further).bindTo(meters);
        return RtrListeners.genuine(binder.bindOrCreate("pathproof.policy-api", RtrSettings.class), further, source);
    }

    /** Returns the time at which the data expire, in seconds since 1970; NaN for never. */
    double expiry() {
        return meters.get(FeedMetricNames.RTR_EXPIRY).gauge().value();
    }

    /** Starts the listener, and returns its port. */
    int start(Map<String, String> listener) {
        RtrListeners rtr = made(listener);
        running = rtr;
        rtr.bindTo(meters);
        rtr.start();
        return rtr.port(NAME);
    }

    double clients() {
        return meters.get(FeedMetricNames.RTR_CLIENTS)
                .tag("listener", NAME)
                .gauge()
                .value();
    }

    /** Returns the end of the listener's certificate, seconds since 1970. */
    double certificateEnd() {
        return meters.get(CommonMetricNames.CERTIFICATE_EXPIRES)
                .tags(MetricLabels.USE, "rtr-listener", MetricLabels.NAME, NAME)
                .gauge()
                .value();
    }

    double refused(String limit) {
        return meters.get(FeedMetricNames.RTR_CLIENTS_LIMITED)
                .tag("listener", NAME)
                .tag("limit", limit)
                .functionCounter()
                .count();
    }

    /** Waits until a router has failed to authenticate for a reason with these words. */
    void awaitUnauthenticated(String words) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(List.copyOf(log.list))
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("RTR router failed to authenticate: listener=127.0.0.1:0 router=127.0.0.1:")
                                .contains(words)));
        assertThat(refused("authentication")).isPositive();
    }

    /** Waits for a line of the log with these words. */
    void awaitLogged(String... words) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(List.copyOf(log.list))
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .anySatisfy(line -> assertThat(line).contains(words)));
    }

    /** Returns the message of the health. */
    String health() {
        return running == null ? "" : running.health().orElseThrow().message();
    }

    @Override
    public void close() {
        if (running != null) {
            running.stop();
        }
        source.close();
        rtrLog.detachAppender(log);
    }
}
