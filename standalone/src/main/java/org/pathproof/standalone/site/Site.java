// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.pathproof.lab.site.Polling;
import org.pathproof.lab.site.SiteApi;
import org.pathproof.policyapi.health.ChecklistController;
import org.pathproof.policyapi.settings.InvalidRolesException;
import org.pathproof.policyapi.settings.ProcessRole;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.ConsoleChecklist;
import org.pathproof.standalone.console.Progress;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.standalone.data.LocalToken;
import org.pathproof.standalone.network.HttpHost;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.ConfigFile;
import org.pathproof.standalone.settings.SiteSettings;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.Environment;

/** A running Pathproof in this process: data folder, broker, Redis and services. */
public final class Site implements AutoCloseable {
    /** Names of the settings files; later ones override earlier ones. */
    private static final String CONFIG_NAMES = "collector,key-sync,validator,policy-api,standalone";

    private static final int MAX_PORT = 65_535;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final Duration LISTENER_TIMEOUT = Duration.ofMinutes(1);

    private final SiteSettings settings;
    private final DataFolder data;
    private final LocalToken token;
    private final ConfigurableApplicationContext context;
    private final SiteWatch watch;
    private final CountDownLatch ended;
    private final Shutdown shutdown;

    private Site(
            SiteSettings settings,
            DataFolder data,
            LocalToken token,
            ConfigurableApplicationContext context,
            SiteWatch watch,
            CountDownLatch ended,
            Shutdown shutdown) {
        this.settings = settings;
        this.data = data;
        this.token = token;
        this.context = context;
        this.watch = watch;
        this.ended = ended;
        this.shutdown = shutdown;
    }

    /**
     * Starts everything and reports each step on the console. On return, the site serves requests and accepts
     * routers, unless their ports did not open within a minute.
     *
     * @param cleanup action to run if a signal interrupts the start
     * @throws StartFailure if the start fails
     */
    public static Site start(SiteSettings settings, Console console, Runnable cleanup) {
        long started = System.nanoTime();
        settings.config().ifPresent(ConfigFile::check);
        DataFolder data = DataFolder.open(settings.data());
        try (Progress progress = new Progress(console)) {
            StartGuard guard = StartGuard.watch(console, cleanup);
            try {
                Infrastructure infrastructure = new Infrastructure(data, progress, console);
                CountDownLatch ended = new CountDownLatch(1);
                Shutdown shutdown = new Shutdown(console);
                LocalToken token = LocalToken.create(data.folder("access"));
                ConfigurableApplicationContext context = run(settings, data, token, infrastructure, ended, shutdown);
                // The ports open when Kafka's topics exist, shortly after the Spring context has started.
                progress.step("Opening the ports for routers");
                boolean _ = Polling.until(
                        () -> isOpen(settings.bmpPort()) && isOpen(settings.rtrPort()),
                        POLL_INTERVAL,
                        LISTENER_TIMEOUT);
                data.restrict();
                progress.end();
                new SiteDescription(context, settings, infrastructure, data.root(), token.file(), console)
                        .print(Duration.ofNanos(System.nanoTime() - started));
                return new Site(settings, data, token, context, watch(context, console), ended, shutdown);
            } finally {
                guard.release();
            }
        } catch (StartFailure e) {
            closeAfter(data, e);
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted during the start", e);
        } catch (RuntimeException e) {
            StartFailure failure = new StartFailure(
                    rootMessage(e) + " (details in " + data.root().resolve("logs") + ")", e);
            closeAfter(data, failure);
            throw failure;
        }
    }

    private static boolean isOpen(int port) {
        return port == SiteSettings.NO_PORT || !Ports.isFree(port);
    }

    SiteSettings settings() {
        return settings;
    }

    /** Returns a host name or address of the web server for clients on this machine. */
    private String httpHost() {
        return HttpHost.local(SiteDescription.host(context.getEnvironment()));
    }

    /** Returns a client of this site's REST API. */
    public SiteApi api() {
        return new SiteApi("http://" + httpHost() + ":" + settings.httpPort(), token.token());
    }

    /** Waits until the site ends, by a signal or by {@link #close}. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    @Override
    public void close() {
        watch.close();
        try (data) {
            context.close();
            shutdown.end();
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder " + data.root() + " cannot be closed", e);
        }
    }

    private static ConfigurableApplicationContext run(
            SiteSettings settings,
            DataFolder data,
            LocalToken token,
            Infrastructure infrastructure,
            CountDownLatch ended,
            Shutdown shutdown) {
        return new SpringApplicationBuilder(SiteConfiguration.class)
                .web(WebApplicationType.SERVLET)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .properties(defaults(settings, data))
                .initializers(
                        starting -> {
                            requireBothRoles(starting.getEnvironment());
                            LogFailure.reportOnce(data.folder("logs"));
                            starting.getBeanFactory().registerSingleton("standaloneData", data);
                            starting.getBeanFactory().registerSingleton("localToken", token.setting());
                        },
                        infrastructure)
                .listeners(event -> {
                    if (event instanceof ContextClosedEvent) {
                        shutdown.begin();
                        ended.countDown();
                    }
                })
                .run(arguments(settings, data));
    }

    /** Throws StartFailure unless the settings give this process both roles of the policy API. */
    private static void requireBothRoles(Environment environment) {
        try {
            Set<ProcessRole> roles = ProcessRole.of(environment);
            for (ProcessRole role : ProcessRole.values()) {
                if (!roles.contains(role)) {
                    throw new StartFailure(ProcessRole.SETTING + " lacks " + role.label()
                            + ": a site is one process with both roles; remove the setting, or set api,feeds");
                }
            }
        } catch (InvalidRolesException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Prints the checklist, and reports its changes from then on. */
    private static SiteWatch watch(ConfigurableApplicationContext context, Console console) {
        ConsoleChecklist checklist =
                new ConsoleChecklist(context.getBean(ChecklistController.class)::checklist, console);
        checklist.show();
        SiteWatch watch = new SiteWatch(
                context.getBean(StoreStatus.class), context.getBean(RouteTable.class), checklist, console);
        watch.start();
        return watch;
    }

    /** Returns default properties. The configuration file and the environment override them. */
    private static Map<String, Object> defaults(SiteSettings settings, DataFolder data) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("spring.config.name", CONFIG_NAMES);
        settings.config()
                .ifPresent(file -> properties.put(
                        "spring.config.additional-location",
                        file.toAbsolutePath().toUri().toString()));
        settings.httpHost()
                .ifPresent(host -> properties.put(
                        "pathproof.policy-api.http.allowed-hosts", String.join(",", HttpHost.names(host))));
        properties.put("pathproof.http.health-port", healthPort(settings));
        properties.put("pathproof.http.health-address", HttpHost.LOOPBACK);
        if (!settings.dualPathPeers().isEmpty()) {
            properties.put("pathproof.collector.dual-path-peers", String.join(",", settings.dualPathPeers()));
        }
        properties.put(
                "logging.file.name",
                data.folder("logs").resolve("pathproof.log").toString());
        return properties;
    }

    /** Returns the port after that of the dashboard, or a free one, for health and metrics. */
    private static int healthPort(SiteSettings settings) {
        int next = settings.httpPort() + 1;
        boolean taken = next == settings.bmpPort() || next == settings.rtrPort() || next > MAX_PORT;
        return !taken && Ports.isFree(next) ? next : Ports.free();
    }

    /** Returns command line arguments, which override all configuration files. */
    private static String[] arguments(SiteSettings settings, DataFolder data) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("server.port", Integer.toString(settings.httpPort()));
        settings.httpHost().ifPresent(host -> properties.put("server.address", host));
        properties.put("pathproof.collector.bmp-port", Integer.toString(settings.bmpPort()));
        properties.put("pathproof.policy-api.rtr-port", Integer.toString(settings.rtrPort()));
        properties.put(
                "pathproof.validator.state-directory", data.folder("validator").toString());
        properties.put(
                "pathproof.policy-api.snapshot-directory",
                data.folder("verdicts").toString());
        if (!settings.caches().isEmpty()) {
            properties.put("pathproof.key-sync.caches", String.join(",", settings.caches()));
        }
        return properties.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            if (root instanceof PortInUseException taken) {
                return "port " + taken.getPort() + " was taken by another process during the start";
            }
            if (root instanceof BindException setting) {
                return wrongSetting(setting);
            }
            if (root.getCause() instanceof java.net.BindException) {
                // This message names the address, and that of the BindException does not.
                return String.valueOf(root.getMessage());
            }
            root = root.getCause();
        }
        return root instanceof StartFailure ? String.valueOf(root.getMessage()) : root.toString();
    }

    private static String wrongSetting(BindException setting) {
        Throwable root = setting;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String name = setting.getName().toString();
        String words = String.valueOf(root.getMessage());
        ConfigurationProperty property = setting.getProperty();
        return words.startsWith(name)
                ? words
                : name + (property == null ? "" : " \"" + property.getValue() + "\"") + ": " + words;
    }

    private static void closeAfter(DataFolder data, RuntimeException cause) {
        try {
            data.close();
        } catch (IOException e) {
            cause.addSuppressed(new UncheckedIOException(e));
        }
    }
}
