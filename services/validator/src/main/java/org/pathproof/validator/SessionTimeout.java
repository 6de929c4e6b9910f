// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

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
 * After what time without a heartbeat an instance is taken for dead: as is wished, unless brokers refuse that. A consumer that asks for
 * less than a broker's {@code group.min.session.timeout.ms} is not let into the group at all, so that brokers are asked before.
 */
final class SessionTimeout {
    private static final Logger log = LoggerFactory.getLogger(SessionTimeout.class);
    private static final String LEAST = "group.min.session.timeout.ms";
    /** What brokers have that were told nothing. */
    private static final Duration KAFKA_DEFAULT = Duration.ofSeconds(6);

    private static final int PATIENCE_SECONDS = 10;

    private SessionTimeout() {}

    /** What to ask for. Brokers that do not say what they take are believed to have Kafka's default. */
    static Duration allowed(Admin admin, Duration wished) throws InterruptedException {
        Duration least;
        String because;
        try {
            least = least(admin);
            because = "the brokers' " + LEAST;
        } catch (ExecutionException | TimeoutException e) {
            least = KAFKA_DEFAULT;
            Throwable cause = e.getCause() == null ? e : e.getCause();
            because = "Kafka's default, since the brokers do not tell theirs (" + cause + ")";
        }
        if (wished.compareTo(least) >= 0) {
            return wished;
        }
        log.info(
                "A silent validator is taken for dead after {} ms, not after {} ms: that is {}. Set {} of the brokers lower for a faster take-over",
                least.toMillis(),
                wished.toMillis(),
                because,
                LEAST);
        return least;
    }

    /** Whichever broker keeps the group decides: the strictest one counts. */
    private static Duration least(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        List<ConfigResource> brokers = admin.describeCluster().nodes().get(PATIENCE_SECONDS, TimeUnit.SECONDS).stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .toList();
        Collection<Config> configs = admin.describeConfigs(brokers)
                .all()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
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
