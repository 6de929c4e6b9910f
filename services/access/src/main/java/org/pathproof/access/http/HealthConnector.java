// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import java.net.InetAddress;
import java.util.concurrent.Executors;
import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;

/**
 * The separate connector of health and metrics, if it is configured. It has its own platform threads and its own
 * connections, so that requests of the main connector cannot delay probes.
 */
public final class HealthConnector {
    private static final int MAX_CONNECTIONS = 400;
    private static final int TIMEOUT_MS = 20_000;

    private final @Nullable Connector connector;

    HealthConnector(HttpSettings settings, ServerProperties server, TrustedProxies proxies) {
        this.connector = settings.healthPort() < 0 ? null : create(settings, server, proxies);
    }

    private static Connector create(HttpSettings settings, ServerProperties server, TrustedProxies proxies) {
        LimitedHttpProtocol protocol = new LimitedHttpProtocol();
        protocol.setMaxConnections(MAX_CONNECTIONS);
        protocol.setConnectionTimeout(TIMEOUT_MS);
        protocol.setKeepAliveTimeout(TIMEOUT_MS);
        // Virtual threads would share their few carriers with all other requests, which can need much time.
        protocol.setExecutor(Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("http-health-", 0).factory()));
        protocol.limit(settings, proxies);
        Connector connector = new Connector(protocol);
        connector.setPort(settings.healthPort());
        InetAddress main = server.getAddress();
        if (!settings.healthAddress().isBlank()) {
            connector.setProperty("address", settings.healthAddress());
        } else if (main != null) {
            connector.setProperty("address", main.getHostAddress());
        }
        return connector;
    }

    @Nullable
    Connector connector() {
        return connector;
    }

    /** Returns the bound port; -1 if there is no such connector. */
    public int port() {
        return connector == null ? -1 : connector.getLocalPort();
    }
}
