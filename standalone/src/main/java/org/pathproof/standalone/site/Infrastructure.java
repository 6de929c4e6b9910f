// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pathproof.standalone.broker.EmbeddedBroker;
import org.pathproof.standalone.broker.RouteTopics;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.Progress;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.standalone.network.HttpHost;
import org.pathproof.standalone.redis.RedisHealth;
import org.pathproof.standalone.redis.RedisProgram;
import org.pathproof.standalone.redis.RedisSupervisor;
import org.pathproof.standalone.watch.HeapGuard;
import org.pathproof.standalone.watch.HeapWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Starts the broker and Redis before the first bean of a service, and stops them after the last one. An external server
 * replaces the broker if {@code pathproof.kafka.bootstrap-servers} is set, and Redis if {@code pathproof.redis.uri} is
 * set.
 */
final class Infrastructure implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final Logger log = LoggerFactory.getLogger(Infrastructure.class);
    private static final String BOOTSTRAP_SERVERS = "pathproof.kafka.bootstrap-servers";
    private static final String REPLICATION_FACTOR = "pathproof.kafka.replication-factor";
    private static final String KAFKA_PROPERTIES = "pathproof.kafka.properties";
    private static final String REDIS_URI = "pathproof.redis.uri";
    private static final String HTTP_ADDRESS = "server.address";
    private static final String MANAGEMENT_PORT = "management.server.port";
    private static final String MANAGEMENT_ADDRESS = "management.server.address";
    /** Health group of everything that runs in this process; /api/v1/health reports its members. */
    private static final String HEALTH_GROUP = "management.endpoint.health.group.process.include";

    private static final String HEALTH_OF_PROCESS = "collector,descriptors,disk,heapHealth,keySync,validator";

    private final DataFolder data;
    private final Progress progress;
    private final Console console;
    private boolean ownKafka;
    private boolean ownRedis;

    Infrastructure(DataFolder data, Progress progress, Console console) {
        this.data = data;
        this.progress = progress;
        this.console = console;
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
        ConfigurableEnvironment environment = context.getEnvironment();
        Map<String, Object> properties = new HashMap<>();
        SettingsCheck.check(environment);
        try {
            HeapWatch heap = HeapWatch.start(console);
            beans.registerSingleton("heapHealth", heap);
            beans.registerDisposableBean("heapWatch", (DisposableBean) heap::close);
            // Beans are destroyed in reverse order of registration.
            if (!isGiven(environment, REDIS_URI)) {
                startRedis(beans, properties);
            }
            if (!isGiven(environment, BOOTSTRAP_SERVERS)) {
                startKafka(beans, properties);
            }
            progress.step("Starting the services");
        } catch (RuntimeException e) {
            beans.destroySingletons();
            throw e;
        }
        protectManagement(environment, properties);
        properties.put(HEALTH_GROUP, HEALTH_OF_PROCESS + (ownRedis ? ",redisHealth" : ""));
        environment.getPropertySources().addFirst(new MapPropertySource("standalone", properties));
    }

    /** Describes the access to Kafka and Redis. */
    String access() {
        if (ownKafka && ownRedis) {
            return "127.0.0.1 only, behind passwords of this run";
        }
        String own = "127.0.0.1 only, behind a password of this run";
        String yours = "external, as configured";
        return "Kafka: " + (ownKafka ? own : yours) + "; Redis: " + (ownRedis ? own : yours);
    }

    /** Returns the port of health and metrics if it differs from that of the dashboard. */
    static Optional<Integer> managementPort(Environment environment) {
        return Optional.ofNullable(environment.getProperty(MANAGEMENT_PORT, Integer.class))
                .filter(port -> port > 0 && !port.equals(environment.getProperty("server.port", Integer.class)));
    }

    private void startRedis(DefaultListableBeanFactory beans, Map<String, Object> properties) {
        RedisProgram program = RedisProgram.find();
        progress.step("Starting Redis " + program.version());
        RedisSupervisor redis = RedisSupervisor.start(
                program, data.folder("redis"), data.folder("logs").resolve("redis.log"), console, Clock.systemUTC());
        beans.registerDisposableBean("standaloneRedis", (DisposableBean) redis::close);
        beans.registerSingleton("redisHealth", new RedisHealth(redis));
        properties.put(REDIS_URI, redis.uri());
        ownRedis = true;
    }

    private boolean wasHeapFull() {
        try {
            return HeapGuard.takeMark(data.root());
        } catch (IOException e) {
            throw new StartFailure("the data folder " + data.root() + " cannot be used: " + e, e);
        }
    }

    private void startKafka(DefaultListableBeanFactory beans, Map<String, Object> properties) {
        Path folder = data.folder("kafka");
        progress.step(
                EmbeddedBroker.needsRecovery(folder)
                        ? "Starting Kafka, and recovering its log after a crash"
                        : "Starting Kafka");
        EmbeddedBroker broker = EmbeddedBroker.start(folder);
        if (wasHeapFull()) {
            progress.step("Deleting the routes of the last run, which ended because its heap was full");
            log.error(
                    getMarker("routes-deleted"),
                    "the last run ended while its heap was nearly full: its sessions, routes and verdicts are deleted, and routers send their tables again");
            console.warn(
                    "The last run ended because its heap was full. Its sessions, routes and verdicts are deleted;"
                            + " routers send their tables again. Start with a larger --heap, or restrict pathproof.collector.routers.");
            RouteTopics.delete(broker);
        }
        beans.registerDisposableBean("standaloneBroker", (DisposableBean) broker::close);
        properties.put(BOOTSTRAP_SERVERS, broker.bootstrapServers());
        properties.put(REPLICATION_FACTOR, 1);
        broker.clientProperties().forEach((name, value) -> properties.put(KAFKA_PROPERTIES + "[" + name + "]", value));
        ownKafka = true;
    }

    /** Binds a separate management port to the dashboard's address. Spring would bind it to all addresses. */
    private static void protectManagement(ConfigurableEnvironment environment, Map<String, Object> properties) {
        if (managementPort(environment).isPresent() && !isGiven(environment, MANAGEMENT_ADDRESS)) {
            properties.put(MANAGEMENT_ADDRESS, environment.getProperty(HTTP_ADDRESS, HttpHost.LOOPBACK));
        }
    }

    /** Returns true if the operator sets a property. Defaults of services on the class path do not count. */
    private static boolean isGiven(ConfigurableEnvironment environment, String property) {
        return environment.getPropertySources().stream()
                .filter(source -> !source.getName().contains("class path resource"))
                .filter(source -> !source.getName().equals("configurationProperties"))
                .anyMatch(source -> isIn(source, property));
    }

    private static boolean isIn(PropertySource<?> source, String property) {
        String variable = property.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT);
        return source.containsProperty(property) || source.containsProperty(variable);
    }
}
