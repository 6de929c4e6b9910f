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
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The RTR server for routers. The server sends the VRPs and router keys of Redis with the session id and serial of
 * Redis, so that a router sees all replicas as one cache. The start fails if the port cannot be bound.
 */
final class PolicyApiRtr implements SmartLifecycle, MeterBinder, HealthReporter.Part {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyApiRtr.class);

    private final PolicyApiSettings settings;
    private final RpkiSource rpki;
    private final LimitCounts limits = new LimitCounts();
    private volatile @Nullable RtrServer server;

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

    PolicyApiRtr(PolicyApiSettings settings, RpkiSource rpki) {
        this.settings = settings;
        this.rpki = rpki;
    }

    @Override
    public void start() {
        if (settings.rtrPort() < 0 || server != null) {
            return;
        }
        RtrServerSettings defaults =
                RtrServerSettings.on(new InetSocketAddress(settings.rtrBind(), settings.rtrPort()));
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
            LOG.info("RTR server started: address={} port={}", settings.rtrBind(), started.port());
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
        return "rtr";
    }

    @Override
    public Optional<HealthReporter.Component> health() {
        return Optional.of(status());
    }

    private HealthReporter.Component status() {
        if (settings.rtrPort() < 0) {
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
        return HealthReporter.Component.of(true, routers() + " routers use this RPKI cache on port " + port());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(Metrics.RTR_CLIENTS, this, PolicyApiRtr::routers)
                .description("RTR clients connected")
                .register(registry);
        for (RtrLimits.Kind limit : RtrLimits.Kind.values()) {
            FunctionCounter.builder(Metrics.RTR_CLIENTS_LIMITED, limits, counts -> counts.of(limit))
                    .description("RTR clients refused or disconnected because of a limit")
                    .tag("limit", limit.label())
                    .register(registry);
        }
    }
}
