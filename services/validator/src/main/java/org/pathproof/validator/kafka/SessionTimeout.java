// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the time without a heartbeat after which an instance counts as dead. Brokers reject a consumer whose timeout
 * is below their {@code group.min.session.timeout.ms}, so this class reads that minimum first.
 */
final class SessionTimeout {
    private static final Logger log = LoggerFactory.getLogger(SessionTimeout.class);
    private static final String LEAST = "group.min.session.timeout.ms";
    /** The brokers' default of {@code group.min.session.timeout.ms}. */
    private static final Duration KAFKA_DEFAULT = Duration.ofSeconds(6);

    private static final int REQUEST_TIMEOUT_SECONDS = 10;

    private SessionTimeout() {}

    /**
     * Returns the configured timeout, or the brokers' minimum if the minimum is longer. Kafka's default replaces an
     * unknown minimum.
     */
    static Duration allowed(Admin admin, Duration configured) throws InterruptedException {
        Duration minimum;
        String because;
        try {
            minimum = largestMinimum(admin);
            because = "the brokers' " + LEAST;
        } catch (ExecutionException | TimeoutException e) {
            minimum = KAFKA_DEFAULT;
            Throwable cause = e.getCause() == null ? e : e.getCause();
            because = "Kafka's default, because the minimum of the brokers is unknown (" + cause + ")";
        }
        if (configured.compareTo(minimum) >= 0) {
            return configured;
        }
        log.info(
                "Session timeout raised: timeout_ms={} configured_ms={} reason=\"{}\" (lower {} of the brokers for a faster takeover)",
                minimum.toMillis(),
                configured.toMillis(),
                because,
                LEAST);
        return minimum;
    }

    /** Returns the largest minimum of all brokers: any of them may coordinate the group. */
    private static Duration largestMinimum(Admin admin)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<ConfigResource> brokers =
                admin.describeCluster().nodes().get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS).stream()
                        .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                        .toList();
        Collection<Config> configs = admin.describeConfigs(brokers)
                .all()
                .get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .values();
        OptionalLong strictest = configs.stream()
                .map(config -> config.get(LEAST))
                .filter(entry -> entry != null && entry.value() != null)
                .map(ConfigEntry::value)
                .mapToLong(Long::parseLong)
                .max();
        return strictest.isPresent() ? Duration.ofMillis(strictest.getAsLong()) : KAFKA_DEFAULT;
    }
}
