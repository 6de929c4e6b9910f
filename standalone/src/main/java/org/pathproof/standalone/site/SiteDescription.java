// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pathproof.access.AccessRules;
import org.pathproof.access.http.HealthConnector;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.network.HttpHost;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.SiteSettings;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** Prints the ports of a site, the permitted clients, and the places of its files. */
final class SiteDescription {
    private static final String HEALTH_ADDRESS = "pathproof.http.health-address";

    private final ConfigurableApplicationContext context;
    private final SiteSettings settings;
    private final Infrastructure infrastructure;
    private final Path data;
    private final Path token;
    private final Console console;

    SiteDescription(
            ConfigurableApplicationContext context,
            SiteSettings settings,
            Infrastructure infrastructure,
            Path data,
            Path token,
            Console console) {
        this.context = context;
        this.settings = settings;
        this.infrastructure = infrastructure;
        this.data = data;
        this.token = token;
        this.console = console;
    }

    void print(Duration startTime) {
        console.say(String.format(
                Locale.ROOT,
                "Pathproof runs (process %d, started in %.1f s, heap %d MiB):",
                ProcessHandle.current().pid(),
                startTime.toMillis() / 1000.0,
                Runtime.getRuntime().maxMemory() >> 20));
        addBmp(context.getBean(CollectorSettings.class));
        addHttp(context.getEnvironment());
        addRtr(context.getBean(RtrSettings.class));
        derivedOrigins(context.getBean(DerivedOriginSettings.class))
                .ifPresent(text -> addLine("derived origins", text));
        addLine(
                "RPKI sources",
                sources(context.getBean(KeySyncSettings.class), context.getBean(CertificateSettings.class)));
        addLine("Kafka and Redis", infrastructure.access());
        addLine("token (admin)", token.toString());
        addLine("data", data.toString());
        addLine("log", data.resolve("logs").resolve("pathproof.log").toString());
    }

    /** Returns the caches and files, and the files of router certificates. */
    static String sources(KeySyncSettings keySync, CertificateSettings certificates) {
        List<String> sources = new ArrayList<>();
        keySync.allSources().forEach(source -> sources.add(source.name()));
        if (certificates.isUsed()) {
            sources.add("router certificates of " + String.join(", ", certificates.paths()));
        }
        return sources.isEmpty() ? "none (--rtr HOST:PORT names one)" : String.join(", ", sources);
    }

    private void addBmp(CollectorSettings collector) {
        String access = collector.routers().isEmpty()
                ? "open to any router (pathproof.collector.routers restricts it)"
                : "open to routers of pathproof.collector.routers ("
                        + collector.routers().size() + " rules)";
        if (collector.bmpPort() >= 0) {
            addLine("BMP from routers", place(collector.bmpAddress(), settings.bmpPort()) + "; " + access);
        }
        if (!collector.tls().certificate().isEmpty()) {
            addLine(
                    "BMP over TLS",
                    place(collector.bmpAddress(), collector.tls().port()) + "; " + access);
        }
    }

    private void addRtr(RtrSettings api) {
        if (api.rtrPort() >= 0) {
            addLine(
                    "RTR for routers",
                    place(api.rtrBind(), settings.rtrPort()) + "; open to any router, without a password");
        }
    }

    /** Returns the access to the RTR server with derived VRPs; empty if it is switched off. */
    static Optional<String> derivedOrigins(DerivedOriginSettings derived) {
        if (!derived.isEnabled()) {
            return Optional.empty();
        }
        String place = derived.rtrPort() == 0
                ? "any free TCP port (see the log)"
                : place(derived.rtrBind(), derived.rtrPort());
        return Optional.of("RTR with derived VRPs on " + place + "; open to any router, without a password");
    }

    private void addHttp(Environment environment) {
        String host = host(environment);
        boolean tls = environment.getProperty("server.ssl.enabled", Boolean.class, true)
                && (environment.containsProperty("server.ssl.certificate")
                        || environment.containsProperty("server.ssl.key-store")
                        || environment.containsProperty("server.ssl.bundle"));
        String url = HttpHost.url(host, settings.httpPort(), tls);
        AccessRules access = context.getBean(AccessRules.class);
        addLine("dashboard and REST", url + "; " + reach(host, access.anonymousRead()));
        Optional<Integer> management = Infrastructure.managementPort(environment);
        management.ifPresent(port -> {
            String address = environment.getProperty("management.server.address", "");
            addLine("health and metrics", place(address, port) + "; " + reach(address, access.anonymousMetrics()));
        });
        int health = context.getBean(HealthConnector.class).port();
        if (health > 0) {
            String own = HttpHost.url(environment.getProperty(HEALTH_ADDRESS, ""), health, false);
            addLine("health and metrics", own + "actuator/health and " + own + "actuator/prometheus");
        } else if (management.isEmpty()) {
            addLine("health and metrics", url + "actuator/health and " + url + "actuator/prometheus");
        }
    }

    static String host(Environment environment) {
        return environment.getProperty("server.address", "");
    }

    private String reach(String host, boolean anonymous) {
        return (HttpHost.isLoopback(host)
                        ? "this machine only (--http-host ADDRESS opens it to others)"
                        : "other machines, too (host names: pathproof.policy-api.http.allowed-hosts)")
                + (anonymous ? "; readable without a token" : "; with a token (./pathproof token creates one)");
    }

    private static String place(String address, int port) {
        boolean all = address.isEmpty() || address.equals("0.0.0.0") || address.equals("::");
        return "TCP port " + port + (all ? " on all addresses" : " on " + address)
                + (Ports.isFree(port) ? " (not open yet: see the log)" : "");
    }

    private void addLine(String label, String value) {
        console.say(String.format(Locale.ROOT, "  %-20s%s", label, value));
    }
}
