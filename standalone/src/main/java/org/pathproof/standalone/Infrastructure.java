// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Starts the broker and Redis before the first bean of a service is made, and stops them after the last one is gone. What the operator's
 * own settings name is used instead: {@code pathproof.kafka.bootstrap-servers}, {@code pathproof.redis.uri}.
 */
final class Infrastructure implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final String BOOTSTRAP_SERVERS = "pathproof.kafka.bootstrap-servers";
    private static final String REPLICATION_FACTOR = "pathproof.kafka.replication-factor";
    private static final String REDIS_URI = "pathproof.redis.uri";

    private final DataFolder data;

    Infrastructure(DataFolder data) {
        this.data = data;
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
        ConfigurableEnvironment environment = context.getEnvironment();
        Map<String, Object> properties = new HashMap<>();
        try {
            // What is registered first is destroyed last.
            if (!isGiven(environment, REDIS_URI)) {
                RedisProcess redis = RedisProcess.start(
                        data.folder("redis"), data.folder("logs").resolve("redis.log"));
                beans.registerDisposableBean("standaloneRedis", (DisposableBean) redis::close);
                properties.put(REDIS_URI, redis.uri());
            }
            if (!isGiven(environment, BOOTSTRAP_SERVERS)) {
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"));
                beans.registerDisposableBean("standaloneBroker", (DisposableBean) broker::close);
                properties.put(BOOTSTRAP_SERVERS, broker.bootstrapServers());
                properties.put(REPLICATION_FACTOR, 1);
            }
        } catch (RuntimeException e) {
            beans.destroySingletons();
            throw e;
        }
        environment.getPropertySources().addFirst(new MapPropertySource("standalone", properties));
    }

    /** Whether a property is set by somebody: not only by the defaults that services bring on the class path. */
    private static boolean isGiven(ConfigurableEnvironment environment, String property) {
        return environment.getPropertySources().stream()
                .filter(source -> !source.getName().contains("class path resource"))
                .filter(source -> !source.getName().equals("configurationProperties"))
                .anyMatch(source -> isIn(source, property));
    }

    private static boolean isIn(PropertySource<?> source, String property) {
        String variable = property.replace('.', '_').replace("-", "").toUpperCase(java.util.Locale.ROOT);
        return source.containsProperty(property) || source.containsProperty(variable);
    }
}
