// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Metrics;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The RTR server for routers: genuine VRPs and router keys, as they are in Redis. Session id and serial come from there too, so that to a router
 * every replica is the same cache. A port that cannot be bound ends the start: routers would be served by nobody.
 */
final class PolicyApiRtr implements SmartLifecycle, MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyApiRtr.class);

    private final PolicyApiSettings settings;
    private final RpkiSource rpki;
    private volatile @Nullable RtrServer server;

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
                defaults.maxSessions(),
                settings.rtrMaxVersion(),
                settings.rtrRouterKeys(),
                settings.rtrClients().stream()
                        .map(client -> new RtrServerSettings.ClientRule(
                                Prefix.parse(client.routers()), client.maxVersion(), client.routerKeys()))
                        .toList(),
                defaults.timing(),
                settings.rtrNotifyInterval(),
                defaults.idleTimeout(),
                defaults.sendTimeout(),
                defaults.history(),
                null);
        try {
            RtrServer started = new RtrServer(wanted, rpki).start();
            server = started;
            LOG.info("serving RTR on {} port {}", settings.rtrBind(), started.port());
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

    /** The port that is bound; -1 when there is no server. */
    int port() {
        RtrServer running = server;
        return running == null ? -1 : running.port();
    }

    private int routers() {
        RtrServer running = server;
        return running == null ? 0 : running.sessions().size();
    }

    HealthReporter.Component health() {
        if (settings.rtrPort() < 0) {
            return HealthReporter.Component.of(true, "no RTR server is configured");
        }
        return isRunning()
                ? HealthReporter.Component.of(
                        true, routers() + " routers follow us as their RPKI cache on port " + port())
                : HealthReporter.Component.of(false, "the RTR server is not running");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(Metrics.RTR_CLIENTS, this, PolicyApiRtr::routers)
                .description("RTR clients connected")
                .register(registry);
    }
}
