// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.kafka.OwnedRouters;
import org.pathproof.collector.kafka.SessionsTopic;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.ownership.KafkaOwnership;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.collector.topics.CollectorTopics;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.wire.Bytes;

/** Holds the records of all sessions, and follows the records that other collectors write. */
public final class SessionsPart extends CollectorPart<SessionsTopic> {
    private final CollectorSettings settings;
    private final KafkaSettings kafka;
    private final OwnershipPart ownership;
    private final OutputPart output;
    private final CollectorTopics topics;
    private final BmpAccess access;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private volatile @Nullable Sessions table;
    private volatile Consumer<Bytes> resync = router -> {};

    public SessionsPart(
            CollectorSettings settings,
            KafkaSettings kafka,
            OwnershipPart ownership,
            OutputPart output,
            CollectorTopics topics,
            BmpAccess access,
            CollectorMetrics metrics,
            Clock clock) {
        super(2);
        this.settings = settings;
        this.kafka = kafka;
        this.ownership = ownership;
        this.output = output;
        this.topics = topics;
        this.access = access;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    String waitsFor() {
        return "the sessions in " + Topics.SESSIONS;
    }

    @Override
    SessionsTopic open() {
        Sessions sessions = new Sessions(
                output.get().sessions(),
                new SessionQuota(settings.id(), settings.sessionLimits(), access.admission()::isKnown, metrics));
        table = sessions;
        return new SessionsTopic(
                kafka.client(), settings.id(), sessions, owned(ownership.get()), topics::provision, this::restartAll);
    }

    @Override
    void begin(SessionsTopic topic) throws InterruptedException {
        KafkaOutput out = output.get();
        topic.readAll();
        table().markLostAtStart(settings.id(), Micros.now(clock));
        // The records of lost sessions reach Kafka before the collector reports that it serves.
        out.flush();
        topic.follow();
    }

    /**
     * Returns the table of sessions, which is complete while the part runs; throws IllegalStateException before the
     * first start.
     */
    Sessions table() {
        Sessions sessions = table;
        if (sessions == null) {
            throw new IllegalStateException("the sessions topic is not read yet");
        }
        return sessions;
    }

    /** Returns a sentence about sessions that do not fit into the bounds; empty if there are none. */
    String quotaProblem() {
        return running().isEmpty() ? "" : table().quota().problem(Micros.now(clock));
    }

    /** Returns a sentence about sessions that were deleted to keep the bounds; empty if there are none. */
    String quotaNote() {
        return running().isEmpty() ? "" : table().quota().note();
    }

    /** Returns the records of this collector's sessions; none before they are read. */
    public List<Session> own() {
        Sessions sessions = table;
        return running().isEmpty() || sessions == null
                ? List.of()
                : sessions.all().stream()
                        .filter(s -> s.getCollectorId().equals(settings.id()))
                        .toList();
    }

    /** @param resync makes a router, by its hash, send all its tables again */
    void onConflict(Consumer<Bytes> resync) {
        this.resync = resync;
    }

    private OwnedRouters owned(KafkaOwnership ownership) {
        return new OwnedRouters() {
            @Override
            public boolean owns(Bytes router) {
                return ownership.isCertain() && ownership.owns(router);
            }

            @Override
            public void resync(Bytes router) {
                resync.accept(router);
            }
        };
    }
}
