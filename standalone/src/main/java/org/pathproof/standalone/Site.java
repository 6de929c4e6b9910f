// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** A whole Pathproof in this process: the data folder, the broker, Redis, and the services. */
final class Site implements AutoCloseable {
    /** The settings of the services and, last and strongest, those of the standalone. */
    private static final String CONFIG_NAMES = "collector,key-sync,validator,policy-api,standalone";

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SiteSettings settings;
    private final DataFolder data;
    private final ConfigurableApplicationContext context;
    private final Duration startTime;
    private final CountDownLatch ended;

    private Site(
            SiteSettings settings,
            DataFolder data,
            ConfigurableApplicationContext context,
            Duration startTime,
            CountDownLatch ended) {
        this.settings = settings;
        this.data = data;
        this.context = context;
        this.startTime = startTime;
        this.ended = ended;
    }

    /** Starts everything; it takes routers and questions on return. Throws StartFailure when that does not come about. */
    static Site start(SiteSettings settings) {
        long started = System.nanoTime();
        settings.config().ifPresent(ConfigFile::check);
        DataFolder data = DataFolder.open(settings.data());
        try {
            CountDownLatch ended = new CountDownLatch(1);
            ConfigurableApplicationContext context = new SpringApplicationBuilder(StandaloneConfiguration.class)
                    .web(WebApplicationType.SERVLET)
                    .bannerMode(Banner.Mode.OFF)
                    .logStartupInfo(false)
                    .properties(fixed(settings, data))
                    .initializers(new Infrastructure(data))
                    .listeners(event -> {
                        if (event instanceof ContextClosedEvent) {
                            ended.countDown();
                        }
                    })
                    .run(arguments(settings, data));
            // Listeners open when Kafka's topics are there, some moments after the context.
            boolean _ = Waiting.until(
                    () -> !Ports.isFree(settings.bmpPort()) && !Ports.isFree(settings.rtrPort()), PAUSE, PATIENCE);
            return new Site(settings, data, context, Duration.ofNanos(System.nanoTime() - started), ended);
        } catch (StartFailure e) {
            closeAfter(data, e);
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while it started", e);
        } catch (RuntimeException e) {
            StartFailure failure =
                    new StartFailure(rootMessage(e) + " (more in " + data.root().resolve("logs") + ")", e);
            closeAfter(data, failure);
            throw failure;
        }
    }

    SiteSettings settings() {
        return settings;
    }

    /** Says what runs where. */
    void describe(PrintWriter out) {
        List<String> sources = rpkiSources();
        out.printf(
                "Pathproof runs (process %d, started in %.1f s):%n",
                ProcessHandle.current().pid(), startTime.toMillis() / 1000.0);
        line(out, "BMP from routers", port(settings.bmpPort()));
        line(out, "dashboard and REST", "http://localhost:" + settings.httpPort() + "/");
        line(out, "RTR for routers", port(settings.rtrPort()));
        line(
                out,
                "RPKI caches",
                sources.isEmpty()
                        ? "none: no path can be judged before --rtr HOST:PORT or --config names one"
                        : String.join(", ", sources));
        line(out, "data", data.root().toString());
        line(out, "log", data.root().resolve("logs").resolve("pathproof.log").toString());
        out.flush();
    }

    /** Waits until the site ends, by a signal or by {@link #close}. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    @Override
    public void close() {
        try (data) {
            context.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder " + data.root() + " could not be closed", e);
        }
    }

    /** Where router keys come from, whoever said so. */
    private List<String> rpkiSources() {
        Binder binder = Binder.get(context.getEnvironment());
        List<String> sources = new ArrayList<>(binder.bind("pathproof.key-sync.caches", Bindable.listOf(String.class))
                .orElse(List.of()));
        binder.bind("pathproof.key-sync.file", String.class).map(String::strip).ifBound(file -> {
            if (!file.isEmpty()) {
                sources.add(file);
            }
        });
        return sources;
    }

    private static String port(int port) {
        return "TCP port " + port + (Ports.isFree(port) ? " (not open yet: the log says why)" : "");
    }

    private static void line(PrintWriter out, String what, String where) {
        out.printf("  %-20s%s%n", what, where);
    }

    /** What the configuration file may not change. */
    private static Map<String, Object> fixed(SiteSettings settings, DataFolder data) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("spring.config.name", CONFIG_NAMES);
        settings.config()
                .ifPresent(file -> properties.put(
                        "spring.config.additional-location",
                        file.toAbsolutePath().toUri().toString()));
        properties.put(
                "logging.file.name",
                data.folder("logs").resolve("pathproof.log").toString());
        return properties;
    }

    private static String[] arguments(SiteSettings settings, DataFolder data) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("server.port", Integer.toString(settings.httpPort()));
        properties.put("pathproof.collector.bmp-port", Integer.toString(settings.bmpPort()));
        properties.put("pathproof.policy-api.rtr-port", Integer.toString(settings.rtrPort()));
        properties.put(
                "pathproof.validator.state-directory", data.folder("validator").toString());
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
                return "port " + taken.getPort() + " was taken by somebody else while Pathproof started";
            }
            if (root instanceof BindException setting) {
                return wrongSetting(setting);
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
