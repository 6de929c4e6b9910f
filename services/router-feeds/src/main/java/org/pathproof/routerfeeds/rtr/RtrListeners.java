// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.rtr.RtrHistory;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Plural;
import org.springframework.context.SmartLifecycle;

/**
 * The RTR listeners of a set: of the genuine RPKI set, or of the derived origin feed. The genuine listeners have the
 * session id and serial of Redis, so that a router sees all replicas as one cache. The start fails if a port cannot be
 * bound.
 */
public final class RtrListeners implements SmartLifecycle, MeterBinder, HealthPart {
    private final Kind kind;
    private final RpkiSource rpki;
    private final boolean servesExpired;
    private final List<RtrListener> listeners;
    private @Nullable RtrHistory history;

    /** The set of a server, and its names in health and metrics. */
    private enum Kind {
        GENUINE("rtr", FeedMetricNames.RTR_CLIENTS, FeedMetricNames.RTR_CLIENTS_LIMITED),
        DERIVED("derived-rtr", FeedMetricNames.DERIVED_RTR_CLIENTS, FeedMetricNames.DERIVED_RTR_CLIENTS_LIMITED);

        private final String part;
        private final String clients;
        private final String limited;

        Kind(String part, String clients, String limited) {
            this.part = part;
            this.clients = clients;
            this.limited = limited;
        }
    }

    private RtrListeners(Kind kind, RpkiSource rpki, boolean servesExpired, List<RtrListener> listeners) {
        this.kind = kind;
        this.rpki = rpki;
        this.servesExpired = servesExpired;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Creates the listeners of the genuine RPKI set: that of {@code rtr-port}, and the further ones.
     *
     * @throws IllegalArgumentException if files or protections of a listener cannot be used
     */
    public static RtrListeners genuine(RtrSettings settings, RtrListenersSettings further, RpkiSource rpki) {
        List<RtrListener> listeners = new ArrayList<>();
        if (settings.rtrPort() >= 0) {
            listeners.add(
                    RtrListener.plain(settings.rtrBind(), settings.rtrPort(), settings, settings.rtrNotifyInterval()));
        }
        further.listeners().forEach(listener -> listeners.add(RtrListener.of(listener, settings)));
        return new RtrListeners(Kind.GENUINE, rpki, settings.rtrServeExpired(), listeners);
    }

    /**
     * Creates the listener of the derived origin feed. Limits and RTR versions are those of {@code rtr-port}. The
     * minimum time between two Serial Notifies is that of the feed.
     *
     * @throws IllegalArgumentException when the listener would have the port of a genuine one
     */
    static RtrListeners derived(
            DerivedOriginSettings derived, RtrSettings settings, RtrListenersSettings further, RpkiSource rpki) {
        int port = derived.rtrPort();
        if (port > 0 && port == settings.rtrPort()) {
            throw new IllegalArgumentException("pathproof.feeds.derived-origin.rtr-port is " + port
                    + ", the port of the genuine VRPs (pathproof.policy-api.rtr-port): set another port");
        }
        if (port > 0 && further.listeners().stream().anyMatch(listener -> listener.port() == port)) {
            throw new IllegalArgumentException("pathproof.feeds.derived-origin.rtr-port is " + port
                    + ", the port of genuine VRPs (" + RtrListenerSettings.PREFIX + "): set another port");
        }
        List<RtrListener> listeners = port < 0
                ? List.of()
                : List.of(RtrListener.plain(derived.rtrBind(), port, settings, derived.rtrNotifyInterval()));
        return new RtrListeners(Kind.DERIVED, rpki, settings.rtrServeExpired(), listeners);
    }

    @Override
    public synchronized void start() {
        if (listeners.isEmpty() || isRunning()) {
            return;
        }
        RtrHistory shared = history == null ? new RtrHistory(rpki, RtrServerSettings.DEFAULT_HISTORY) : history;
        history = shared;
        try {
            listeners.forEach(listener -> listener.start(kind.part, shared));
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    @Override
    public void stop() {
        listeners.forEach(RtrListener::stop);
    }

    @Override
    public boolean isRunning() {
        return !listeners.isEmpty() && listeners.stream().allMatch(RtrListener::isRunning);
    }

    /** Returns the port of the first listener; -1 if none runs. */
    public int port() {
        return listeners.isEmpty() ? -1 : listeners.getFirst().port();
    }

    /** Returns the port of a listener; -1 if it does not run. */
    int port(String name) {
        return listeners.stream()
                .filter(listener -> listener.name().equals(name))
                .findFirst()
                .map(RtrListener::port)
                .orElse(-1);
    }

    @Override
    public String name() {
        return kind.part;
    }

    @Override
    public Optional<PartHealth> health() {
        boolean omitted = listeners.isEmpty() && kind == Kind.DERIVED;
        return omitted ? Optional.empty() : Optional.of(status());
    }

    private PartHealth status() {
        if (listeners.isEmpty()) {
            return PartHealth.ok("no RTR server is configured");
        }
        List<String> problems = Stream.concat(listeners.stream().map(RtrListener::problem), Stream.of(expiryProblem()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (!problems.isEmpty()) {
            return PartHealth.failing(String.join("; ", problems));
        }
        int routers = listeners.stream().mapToInt(RtrListener::routers).sum();
        String ports = listeners.stream().map(listener -> "" + listener.port()).collect(Collectors.joining(", "));
        return PartHealth.ok(Plural.of(routers, "router uses", "routers use") + " this RPKI cache on "
                + (listeners.size() == 1 ? "port " : "ports ") + ports
                + listeners.stream()
                        .flatMap(listener -> listener.certificateProblems().stream())
                        .distinct()
                        .map(problem -> "; " + problem)
                        .collect(Collectors.joining()));
    }

    /** Returns a sentence about expired data; null for none. */
    private @Nullable String expiryProblem() {
        Instant expires = rpki.status().expires();
        if (expires == null || expires.isAfter(Instant.now())) {
            return null;
        }
        return "the RPKI data have expired, because no source has confirmed them; "
                + (servesExpired
                        ? "routers still get them (pathproof.policy-api.rtr-serve-expired)"
                        : "routers get No Data Available: see the sources of key-sync");
    }

    /** Returns the time at which the data expire, in seconds since 1970; NaN for never. */
    private double expiry() {
        Instant expires = rpki.status().expires();
        return expires == null ? Double.NaN : expires.toEpochMilli() / 1000.0;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (kind == Kind.GENUINE && !listeners.isEmpty()) {
            Gauge.builder(FeedMetricNames.RTR_EXPIRY, this, RtrListeners::expiry)
                    .register(registry);
        }
        for (RtrListener listener : listeners) {
            Tags tags = kind == Kind.GENUINE ? Tags.of(MetricLabels.LISTENER, listener.name()) : Tags.empty();
            Gauge.builder(kind.clients, listener, RtrListener::routers)
                    .tags(tags)
                    .register(registry);
            for (RtrLimits.Kind limit : RtrLimits.Kind.values()) {
                FunctionCounter.builder(kind.limited, listener, counted -> counted.refusals(limit))
                        .tags(tags)
                        .tag(MetricLabels.LIMIT, limit.label())
                        .register(registry);
            }
        }
    }
}
