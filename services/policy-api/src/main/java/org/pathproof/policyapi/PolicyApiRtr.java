// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Metrics;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.settings.DerivedOriginSettings;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Plural;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * An RTR server for routers: the server of the genuine RPKI set, or the server of the derived origin feed. The genuine
 * server has the session id and serial of Redis, so that a router sees all replicas as one cache. The start fails if
 * the port cannot be bound.
 */
final class PolicyApiRtr implements SmartLifecycle, MeterBinder, HealthReporter.Part {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyApiRtr.class);

    private final PolicyApiSettings settings;
    private final Kind kind;
    private final RpkiSource rpki;
    private final LimitCounts limits = new LimitCounts();
    private volatile @Nullable RtrServer server;

    /**
     * The address and the names of a server.
     *
     * @param part name in health
     * @param port TCP port; 0 for any free port, -1 for no server
     * @param clients name of the metric of connected clients
     * @param limited name of the metric of clients that exceeded a limit
     */
    private record Kind(String part, String bind, int port, String clients, String limited) {
        static final String GENUINE = "rtr";
        static final String DERIVED = "derived-rtr";
    }

    /** Counts clients that exceeded a limit. */
    private static final class LimitCounts implements RtrServerListener {
        private final Map<RtrLimits.Kind, LongAdder> counts = new EnumMap<>(RtrLimits.Kind.class);

        LimitCounts() {
            for (RtrLimits.Kind limit : RtrLimits.Kind.values()) {
                counts.put(limit, new LongAdder());
            }
        }

        @Override
        public void limited(String router, RtrLimits.Kind limit) {
            Objects.requireNonNull(counts.get(limit)).increment();
        }

        double of(RtrLimits.Kind limit) {
            return Objects.requireNonNull(counts.get(limit)).sum();
        }
    }

    private PolicyApiRtr(Kind kind, PolicyApiSettings settings, RpkiSource rpki) {
        this.settings = settings;
        this.kind = kind;
        this.rpki = rpki;
    }

    /** Creates the server of the genuine RPKI set. */
    static PolicyApiRtr genuine(PolicyApiSettings settings, RpkiSource rpki) {
        Kind kind = new Kind(
                Kind.GENUINE, settings.rtrBind(), settings.rtrPort(), Metrics.RTR_CLIENTS, Metrics.RTR_CLIENTS_LIMITED);
        return new PolicyApiRtr(kind, settings, rpki);
    }

    /**
     * Creates the server of the derived origin feed. Limits and RTR versions are those of the genuine server.
     *
     * @throws IllegalArgumentException when the server would have the port of the genuine server
     */
    static PolicyApiRtr derived(DerivedOriginSettings derived, PolicyApiSettings settings, RpkiSource rpki) {
        if (derived.rtrPort() > 0 && derived.rtrPort() == settings.rtrPort()) {
            throw new IllegalArgumentException("pathproof.feeds.derived-origin.rtr-port is " + derived.rtrPort()
                    + ", the port of the genuine VRPs (pathproof.policy-api.rtr-port): set another port");
        }
        Kind kind = new Kind(
                Kind.DERIVED,
                derived.rtrBind(),
                derived.rtrPort(),
                Metrics.DERIVED_RTR_CLIENTS,
                Metrics.DERIVED_RTR_CLIENTS_LIMITED);
        return new PolicyApiRtr(kind, settings, rpki);
    }

    @Override
    public void start() {
        if (kind.port() < 0 || server != null) {
            return;
        }
        RtrServerSettings defaults = RtrServerSettings.on(new InetSocketAddress(kind.bind(), kind.port()));
        RtrServerSettings wanted = new RtrServerSettings(
                defaults.bind(),
                new RtrLimits(
                        settings.rtrMaxSessions(),
                        settings.rtrMaxSessionsPerAddress(),
                        settings.rtrPduTimeout(),
                        settings.rtrIdleTimeout(),
                        settings.rtrSendTimeout()),
                settings.rtrMaxVersion(),
                settings.rtrRouterKeys(),
                settings.rtrClients().stream()
                        .map(client -> new RtrServerSettings.ClientRule(
                                Prefix.parse(client.routers()), client.maxVersion(), client.routerKeys()))
                        .toList(),
                defaults.timing(),
                settings.rtrNotifyInterval(),
                defaults.history(),
                null);
        try {
            RtrServer started = new RtrServer(wanted, rpki, limits).start();
            server = started;
            LOG.info("RTR server started: data={} address={} port={}", kind.part(), kind.bind(), started.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void stop() {
        RtrServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** Returns the bound port; -1 if there is no server. */
    int port() {
        RtrServer running = server;
        return running == null ? -1 : running.port();
    }

    private int routers() {
        RtrServer running = server;
        return running == null ? 0 : running.sessions().size();
    }

    @Override
    public String name() {
        return kind.part();
    }

    @Override
    public Optional<HealthReporter.Component> health() {
        boolean omitted = kind.port() < 0 && kind.part().equals(Kind.DERIVED);
        return omitted ? Optional.empty() : Optional.of(status());
    }

    private HealthReporter.Component status() {
        if (kind.port() < 0) {
            return HealthReporter.Component.of(true, "no RTR server is configured");
        }
        RtrServer running = server;
        if (running == null) {
            return HealthReporter.Component.of(false, "the RTR server is not running");
        }
        if (running.isFull()) {
            return HealthReporter.Component.of(
                    false,
                    "the RTR server has reached its limit of " + settings.rtrMaxSessions()
                            + " connections and refuses further routers: raise"
                            + " pathproof.policy-api.rtr-max-sessions, or find the clients of port " + port());
        }
        return HealthReporter.Component.of(
                true, Plural.of(routers(), "router uses", "routers use") + " this RPKI cache on port " + port());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(kind.clients(), this, PolicyApiRtr::routers).register(registry);
        for (RtrLimits.Kind limit : RtrLimits.Kind.values()) {
            FunctionCounter.builder(kind.limited(), limits, counts -> counts.of(limit))
                    .tag(Metrics.LIMIT, limit.label())
                    .register(registry);
        }
    }
}
