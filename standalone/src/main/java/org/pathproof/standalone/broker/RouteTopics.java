// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.KafkaFuture;
import org.pathproof.contracts.Topics;
import org.pathproof.lab.site.Polling;
import org.pathproof.standalone.console.StartFailure;

/**
 * The topics with everything that routers have sent, and that follows from it: sessions, routes, verdicts, rejects and
 * the state of the validators. Routers send their tables again after the loss. The policy of the feeds and the
 * memory of exports stay.
 */
public final class RouteTopics {
    private static final String PREFIX = "pathproof";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private RouteTopics() {}

    /**
     * Deletes the topics and the positions of their readers. No service may run.
     *
     * @throws StartFailure if the broker does not delete them
     */
    public static void delete(EmbeddedBroker broker) {
        Map<String, Object> client = new HashMap<>(broker.clientProperties());
        client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        try (Admin admin = Admin.create(client)) {
            await(admin.deleteTopics(topics(admin)).all());
            List<String> groups = new ArrayList<>();
            for (GroupListing group : await(admin.listGroups().all())) {
                if (group.groupId().startsWith(PREFIX)) {
                    groups.add(group.groupId());
                }
            }
            await(admin.deleteConsumerGroups(groups).all());
            boolean deleted = Polling.until(() -> isEmpty(admin), POLL_INTERVAL, TIMEOUT);
            if (!deleted) {
                throw new StartFailure("the topics of routes were not deleted within " + TIMEOUT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while the topics of routes were deleted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartFailure("the topics of routes cannot be deleted: " + e.getMessage(), e);
        }
    }

    private static boolean isEmpty(Admin admin) {
        try {
            return topics(admin).isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            throw new StartFailure("the topics cannot be listed: " + e.getMessage(), e);
        }
    }

    private static Collection<String> topics(Admin admin)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> all = await(admin.listTopics().names());
        return all.stream()
                .filter(topic ->
                        topic.startsWith(PREFIX) && !topic.equals(Topics.POLICIES) && !topic.equals(Topics.REFUSALS))
                .toList();
    }

    private static <T> T await(KafkaFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
