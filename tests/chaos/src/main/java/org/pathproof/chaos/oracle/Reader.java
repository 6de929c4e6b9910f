// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.TopicIds;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;

/**
 * Rebuilds the table from the committed records of pathproof.verdicts and pathproof.sessions, from their beginning.
 * Also checks that each of these verdicts is possible for its announcement. Routes of routers that are not in the world
 * are left out.
 */
public final class Reader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MAX_IMPOSSIBLE = 1000;
    private static final Set<String> TOPICS = Set.of(Topics.VERDICTS, Topics.SESSIONS);
    /** Time between two comparisons of the ids of the topics. */
    private static final long IDS_INTERVAL_NANOS = 500_000_000;

    private final World world;
    private final Ledger ledger;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final Map<RouteKey, Verdict> verdicts = new HashMap<>();
    private final Map<SessionId, Session> sessions = new HashMap<>();
    private final List<String> impossible = new ArrayList<>();
    private final Thread thread =
            Thread.ofPlatform().name("chaos-reader").daemon().unstarted(this::run);
    private Flow flow = new Flow(System.nanoTime());
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private long read;
    private long sessionsDown;
    private TopicIds ids;
    private long idsRead = System.nanoTime();

    public Reader(String bootstrapServers, World world, Ledger ledger) throws InterruptedException {
        this.world = world;
        this.ledger = ledger;
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "chaos-reader");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
        ids = TopicIds.of(admin, TOPICS);
        List<TopicPartition> partitions = TOPICS.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        thread.start();
    }

    private void run() {
        try (consumer;
                admin) {
            while (!closed) {
                try {
                    readNewTopics();
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                        take(record);
                    }
                } catch (WakeupException e) {
                    return;
                } catch (KafkaException e) {
                    // A broker is down; the client retries.
                    failure = e;
                }
            }
        } catch (InvalidProtocolBufferException | RuntimeException e) {
            failure = e;
        } catch (InterruptedException e) {
            failure = e;
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a topic again from its beginning after it was deleted and created again. */
    private void readNewTopics() throws InterruptedException {
        if (System.nanoTime() - idsRead < IDS_INTERVAL_NANOS) {
            return;
        }
        idsRead = System.nanoTime();
        TopicIds now = TopicIds.of(admin, TOPICS);
        if (!now.byName().keySet().equals(TOPICS) || now.equals(ids)) {
            return;
        }
        for (String topic : TOPICS) {
            if (!now.id(topic).equals(ids.id(topic))) {
                forget(topic);
                consumer.seekToBeginning(consumer.assignment().stream()
                        .filter(partition -> partition.topic().equals(topic))
                        .toList());
            }
        }
        ids = now;
    }

    private synchronized void forget(String topic) {
        if (topic.equals(Topics.VERDICTS)) {
            verdicts.clear();
        } else {
            sessions.clear();
        }
    }

    private synchronized void take(ConsumerRecord<byte[], byte[]> record) throws InvalidProtocolBufferException {
        read++;
        byte[] value = record.value();
        if (Gaps.isGap(record.key())) {
            return;
        }
        if (record.topic().equals(Topics.SESSIONS)) {
            SessionId id = new SessionId(Bytes.wrap(record.key()));
            if (value == null) {
                sessions.remove(id);
            } else {
                Session session = Session.parseFrom(value);
                Session before = sessions.put(id, session);
                if (!world.hasRouter(session.getRouterName())) {
                    return;
                }
                if (session.getState() == State.DOWN
                        || before != null && RouteLife.deadBefore(before) < RouteLife.deadBefore(session)) {
                    sessionsDown++;
                }
            }
            return;
        }
        flow.read(System.nanoTime());
        RouteKey key = RouteKey.ofBytes(record.key());
        if (value == null) {
            verdicts.remove(key);
            return;
        }
        Verdict verdict = Verdict.parseFrom(value);
        verdicts.put(key, verdict);
        checkPossible(key, verdict);
    }

    private void checkPossible(RouteKey key, Verdict verdict) {
        if (verdict.getCommunitiesCount() != 1) {
            reportImpossible(key, verdict, "it has no update number");
            return;
        }
        int number = verdict.getCommunities(0);
        if (number >= World.FIRST_NUMBER_OF_NETWORKS) {
            return;
        }
        Ledger.Announced announced = ledger.find(number);
        RouteName name = name(key);
        if (announced == null) {
            reportImpossible(key, verdict, "no neighbor announced a route with its update number");
            return;
        }
        if (!announced.route().prefix().equals(key.prefix())
                || announced.route().pathId() != key.pathId()
                || name != null && !name.equals(announced.route())) {
            reportImpossible(key, verdict, "its update number belongs to " + announced.route());
            return;
        }
        boolean keysLoaded = world.keysLoaded();
        if (!announced.kind().allows(verdict.getState(), keysLoaded)) {
            reportImpossible(
                    key,
                    verdict,
                    "the path is " + announced.kind() + (keysLoaded ? "" : ", and no keys were loaded yet"));
        }
        if (verdict.getState() != PathState.UNVERIFIED || keysLoaded) {
            ledger.recordVerdict(announced.route(), number);
        }
    }

    private void reportImpossible(RouteKey key, Verdict verdict, String why) {
        if (impossible.size() < MAX_IMPOSSIBLE) {
            impossible.add(
                    key.prefix() + " of session " + key.session() + " is " + verdict.getState() + ", but " + why);
        }
    }

    private @Nullable RouteName name(RouteKey key) {
        Session session = sessions.get(key.session());
        return session == null
                ? null
                : new RouteName(session.getRouterName(), session.getPeerIp(), key.prefix(), key.pathId());
    }

    /**
     * Returns the table as a reader shows it now.
     *
     * @throws IllegalStateException when two sessions have the same route
     */
    public synchronized Map<RouteName, Row> table() {
        Map<RouteName, Row> table = new HashMap<>();
        verdicts.forEach((key, verdict) -> {
            Session session = sessions.get(key.session());
            RouteName name = name(key);
            if (name != null
                    && session != null
                    && world.hasRouter(name.router())
                    && !RouteLife.isDead(session, verdict.getEpoch())
                    && table.put(name, row(verdict)) != null) {
                throw new IllegalStateException("two sessions have " + name);
            }
        });
        return table;
    }

    private static Row row(Verdict v) {
        List<String> findings = v.getState() == PathState.NOT_VALID
                ? v.getFindingsList().stream()
                        // The oracle has no history of withdrawn keys.
                        .map(f -> f.getRule().replace("key-withdrawn", "key-not-found") + "@" + f.getHop())
                        .toList()
                : List.of();
        return new Row(
                v.getCommunitiesCount() == 0 ? 0 : v.getCommunities(0),
                v.getState().name(),
                findings,
                v.getOrigin().name() + v.getOriginReason(),
                v.getAttributeDigest(),
                List.copyOf(v.getAsPathList()));
    }

    /** Returns the latest record of every session. */
    public synchronized List<Session> sessions() {
        return List.copyOf(sessions.values());
    }

    /** Returns the flow of verdicts and withdrawals since the last call. */
    public synchronized Flow flow() {
        Flow before = flow;
        long now = System.nanoTime();
        before.end(now);
        flow = new Flow(now);
        return before;
    }

    /** Returns the number of records that were read. */
    public synchronized long records() {
        return read;
    }

    /** Returns the number of records since the last call that mark a session as down. */
    public synchronized long sessionsDown() {
        long down = sessionsDown;
        sessionsDown = 0;
        return down;
    }

    /** Returns the verdicts that are impossible. */
    public synchronized List<String> impossible() {
        return List.copyOf(impossible);
    }

    /** Returns the latest error of the reader, empty without one. */
    public String failure() {
        Throwable cause = failure;
        return cause == null ? "" : cause.toString();
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
