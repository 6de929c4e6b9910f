// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.policyapi.log.LogOwner;
import org.pathproof.policyapi.log.LogStore;
import org.pathproof.policyapi.log.VersionedLog;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Incidents and mutes in their topic, compared with the faults every second. While Kafka or the verdict store is not up
 * to date, no incident is closed. Thread-safe.
 */
final class IncidentStore implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(IncidentStore.class);

    /** Share of the time that reading the faults may take: a longer reading delays the next one. */
    private static final int PAUSE_FACTOR = 10;

    private final Supplier<Faults> faults;
    private final VersionedLog<EntryKey, IncidentEntry> entries = new VersionedLog<>();
    private final IncidentCheck check;
    private final LogStore<EntryKey, IncidentEntry> store;
    private long pauseUntil = System.nanoTime();

    /**
     * @param faults the faults of this moment
     * @param examples finds affected routes of a fault
     */
    IncidentStore(
            KafkaTopics topics,
            TopicSettings layout,
            IncidentSettings settings,
            Supplier<Faults> faults,
            Function<Subject, Examples> examples,
            Clock clock) {
        this.faults = faults;
        this.check = new IncidentCheck(entries, settings, examples, IncidentCheck.MAX_OPEN, IncidentCheck.MAX_CLOSED);
        this.store = new LogStore<>(
                topics, layout, TopicProvisioner.incidentsTopic(layout), "incidents", entries, new Owner(), clock);
    }

    /** Adds a listener, which is called after each check in the thread of the store. The listener must not block. */
    void onCheck(Runnable listener) {
        store.onCheck(listener);
    }

    List<Incident> incidents() {
        return of(Incident.class);
    }

    /** Returns all mutes, with the ended ones. */
    List<Mute> mutes() {
        return of(Mute.class);
    }

    private <E extends IncidentEntry> List<E> of(Class<E> type) {
        Collection<IncidentEntry> all = entries.all();
        return all.stream().filter(type::isInstance).map(type::cast).toList();
    }

    Optional<Incident> find(String id) {
        return incidents().stream().filter(incident -> incident.id().equals(id)).findFirst();
    }

    /** Throws NotReadyException until the topic is read. */
    void requireReady() {
        store.requireReady();
    }

    /** Changes an incident; returns the version in force. {@code edit} returns empty for no change. */
    Optional<Incident> change(EntryKey.OfIncident key, Function<Incident, Optional<Incident>> edit) {
        return store.change(
                        key,
                        found -> found.filter(Incident.class::isInstance)
                                .map(Incident.class::cast)
                                .flatMap(edit))
                .filter(Incident.class::isInstance)
                .map(Incident.class::cast);
    }

    /** Changes or adds a mute; returns the version in force. {@code edit} returns empty for no change. */
    Optional<Mute> changeMute(EntryKey.OfMute key, Function<Optional<Mute>, Optional<Mute>> edit) {
        return store.change(
                        key,
                        found -> edit.apply(found.filter(Mute.class::isInstance).map(Mute.class::cast))
                                .map(mute -> mute))
                .filter(Mute.class::isInstance)
                .map(Mute.class::cast);
    }

    /** The meaning of the records. */
    private final class Owner implements LogOwner<EntryKey, IncidentEntry> {
        @Override
        public EntryKey key(byte[] bytes) {
            return EntryKey.of(bytes);
        }

        @Override
        public byte[] toBytes(EntryKey key) {
            return key.toBytes();
        }

        @Override
        public IncidentEntry entry(EntryKey key, byte[] value) {
            return IncidentRecords.parse(key, value);
        }

        @Override
        public Changes<EntryKey, IncidentEntry> check(Instant now) {
            long start = System.nanoTime();
            if (start - pauseUntil < 0) {
                return Changes.none();
            }
            Changes<EntryKey, IncidentEntry> changes = check.check(faults.get(), now);
            long end = System.nanoTime();
            pauseUntil = end + PAUSE_FACTOR * (end - start);
            return changes;
        }

        @Override
        public void reset() {
            check.reset();
        }

        @Override
        public void onAccept(@Nullable IncidentEntry before, IncidentEntry entry) {
            if (entry instanceof Incident incident && before == null) {
                log.warn(
                        getMarker("incident-opened"),
                        "incident opened: id={} subject=\"{}\" size={} since={}",
                        incident.id(),
                        incident.subject(),
                        incident.fault().size(),
                        incident.first());
            } else if (entry instanceof Incident incident && incident.closed()) {
                log.info(
                        "incident closed: id={} subject=\"{}\" largest={} first={} last={}",
                        incident.id(),
                        incident.subject(),
                        incident.largest(),
                        incident.first(),
                        incident.last());
            }
        }

        @Override
        public void onProblem(String problem) {
            log.warn(getMarker("incidents-problem"), "incidents may be out of date: problem=\"{}\"", problem);
        }

        @Override
        public void onSkip(ConsumerRecord<byte[], byte[]> polled, @Nullable String error) {
            log.warn(
                    getMarker("incident-record-skipped"),
                    "record skipped, it is neither an incident nor a mute: topic={} offset={} error={}",
                    polled.topic(),
                    polled.offset(),
                    error);
        }
    }

    @Override
    public void start() {
        store.start();
    }

    @Override
    public void stop() {
        store.stop();
    }

    @Override
    public boolean isRunning() {
        return store.isRunning();
    }
}
