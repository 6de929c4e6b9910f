// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.GapWriter;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.TopicIds;
import org.pathproof.contracts.TopicWatch;
import org.pathproof.contracts.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps {@link Sessions} equal to the sessions topic, and replaces the records of a lost topic (ADR 64).
 *
 * <p>The collector creates a topic that is deleted while it runs, and writes the records of its own sessions again,
 * with their epochs. After a deletion while no collector ran, the epochs are unknown, and new ones begin above all lost
 * ones. In both cases all routers must send their tables again, because the reports of earlier gaps are lost, too.
 */
public final class SessionsTopic implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SessionsTopic.class);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private final Map<String, Object> client;
    private final String collectorId;
    private final Sessions sessions;
    private final OwnedRouters owned;
    private final Provisioner topics;
    private final Runnable failed;
    private final GapWriter gaps;
    private SessionsReader reader; // guarded by this
    private @Nullable TopicWatch watch; // guarded by this
    private boolean closed; // guarded by this

    /** Creates the missing topics of the collector. */
    @FunctionalInterface
    public interface Provisioner {
        /**
         * Creates the topics.
         *
         * @throws KafkaException if a topic cannot be created, or has other settings than the collector needs
         */
        void provision() throws InterruptedException;
    }

    /**
     * Uses the topic of the brokers at {@code client}, without a request.
     *
     * @param collectorId id of this collector
     * @param failed called once when reading cannot continue; the collector must then read all sessions again
     */
    public SessionsTopic(
            Map<String, Object> client,
            String collectorId,
            Sessions sessions,
            OwnedRouters owned,
            Provisioner topics,
            Runnable failed) {
        this.client = client;
        this.collectorId = collectorId;
        this.sessions = sessions;
        this.owned = owned;
        this.topics = topics;
        this.failed = failed;
        gaps = new GapWriter(client, sessions.gaps()::newestNumber);
        reader = newReader();
    }

    private SessionsReader newReader() {
        return new SessionsReader(client, collectorId, sessions, owned, failed);
    }

    /**
     * Reads the records of all sessions, before the first router is admitted. The topic must exist.
     *
     * @throws KafkaException if the brokers do not respond
     */
    public synchronized void readAll() throws InterruptedException {
        Admin admin = Admin.create(client);
        try {
            TopicIds ids = TopicIds.ofExisting(admin, List.of(Topics.SESSIONS));
            reader.readAll();
            if (sessions.all().isEmpty() && sessions.gaps().epochFloor() == 0 && hasRouteEvents(admin)) {
                log.error(
                        getMarker("sessions-lost"),
                        "the topic of sessions is empty although there are route events, all routers must send their tables: topic={} first_epoch={}",
                        Topics.SESSIONS,
                        gaps.publishLostSessions(collectorId) + 1);
                reader.readAll();
            }
            watch = new TopicWatch(ids, Admin.create(client), this::onTopicLoss);
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
        }
    }

    private static boolean hasRouteEvents(Admin admin) throws InterruptedException {
        Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
        return offsets.ends(offsets.partitions(List.of(Topics.ROUTES))).values().stream()
                .anyMatch(end -> end > 0);
    }

    /** Continues to read on a separate thread. */
    public synchronized void follow() {
        reader.follow();
    }

    /** Writes the records of this collector's sessions to the topic, which was deleted. Runs on the watch's thread. */
    private synchronized void onTopicLoss(String why) {
        if (closed) {
            return;
        }
        log.error(
                getMarker("sessions-topic-deleted"),
                "writing the sessions again, and all routers must send their tables: reason=\"{}\"",
                why);
        Admin admin = Admin.create(client);
        try {
            reader.close();
            topics.provision();
            TopicIds.ofExisting(admin, List.of(Topics.SESSIONS));
            reader = newReader();
            sessions.gaps().clear();
            reader.readAgain();
            sessions.republish(collectorId);
            if (sessions.gaps().epochFloor() == 0) {
                gaps.publishLostSessions(collectorId);
            }
            reader.follow();
        } catch (InterruptedException | InterruptException e) {
            log.debug("interrupted because the collector stops", e);
        } catch (RuntimeException e) {
            log.error(
                    getMarker("sessions-not-restored"),
                    "the sessions cannot be written again, restarting: topic={}",
                    Topics.SESSIONS,
                    e);
            failed.run();
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        TopicWatch watching;
        synchronized (this) {
            watching = watch;
        }
        if (watching != null) {
            watching.close();
        }
        synchronized (this) {
            closed = true;
            reader.close();
        }
    }
}
