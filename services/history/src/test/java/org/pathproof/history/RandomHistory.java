// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;

/**
 * Writes random verdicts and sessions to Kafka as collectors and validators do, and tells them to a model: new routes,
 * other paths, other states, repeated tables, reconnected routers, ended sessions with and without withdrawals.
 */
final class RandomHistory {
    static final int PARTITIONS = 3;
    private static final int SESSIONS = 4;
    private static final int PREFIXES = 40;

    private final Random random;
    private final KafkaProducer<byte[], byte[]> producer;
    private final HistoryModel model = new HistoryModel();
    private final long[] epochs = new long[SESSIONS];
    private final long[] deadBefore = new long[SESSIONS];
    private final List<Sent> sent = new ArrayList<>();

    private volatile boolean isStopped;

    private record Sent(int session, RouteKey key, @Nullable Verdict verdict, Future<RecordMetadata> written) {}

    RandomHistory(long seed, KafkaProducer<byte[], byte[]> producer) {
        this.random = new Random(seed);
        this.producer = producer;
        for (int i = 0; i < SESSIONS; i++) {
            epochs[i] = 1;
            putSession(i, State.UP);
        }
    }

    /** Tells the thread that writes to end. */
    void stop() {
        isStopped = true;
    }

    boolean isStopped() {
        return isStopped;
    }

    HistoryModel model() {
        return model;
    }

    /** Writes some random events, and waits until Kafka has them. */
    void write(int events) {
        for (int i = 0; i < events; i++) {
            int session = random.nextInt(SESSIONS);
            switch (random.nextInt(200)) {
                case 0 -> reconnect(session);
                case 1 -> end(session);
                case 2 -> putSession(session, State.UP);
                default -> {
                    RouteKey key = key(session);
                    put(session, key, random.nextInt(5) == 0 ? null : verdict(session));
                }
            }
        }
        settle();
    }

    private static int number(int session) {
        return 10 + session;
    }

    private RouteKey key(int session) {
        int prefix = random.nextInt(PREFIXES);
        String text = prefix % 4 == 0 ? "2001:db8:" + prefix + "::/48" : "10." + prefix + ".0.0/" + (16 + prefix % 9);
        return Records.key(text, number(session), prefix % 5 == 0 ? 1 + random.nextInt(2) : 0);
    }

    private Verdict verdict(int session) {
        List<Integer> path = new ArrayList<>(List.of(65_000 + session, 64_500 + random.nextInt(2)));
        PathState state = PathState.forNumber(random.nextInt(4));
        OriginState origin = OriginState.forNumber(random.nextInt(2));
        return Records.verdict(state, origin, epochs[session], path).toBuilder()
                .setAspa(AspaState.forNumber(random.nextInt(2)))
                .build();
    }

    /** The BMP connection begins anew, and the router repeats its table. Its content is the same. */
    private void reconnect(int session) {
        settle();
        epochs[session]++;
        putSession(session, State.SYNCING);
        repeat(session, 1);
        putSession(session, State.UP);
    }

    /** The peer goes down. Some routes are withdrawn, some return before, and the last ones do nothing. */
    private void end(int session) {
        settle();
        // A withdrawal in the same millisecond would count as one of the ended session.
        long before = System.currentTimeMillis() + 1;
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> System.currentTimeMillis() > before);
        epochs[session]++;
        deadBefore[session] = epochs[session];
        putSession(session, State.DOWN);
        model.end(session, deadBefore[session]);
        for (RouteKey key : List.copyOf(model.live().keySet())) {
            if (key.session().equals(Records.sessionId(number(session))) && random.nextInt(3) == 0) {
                put(session, key, null);
            }
        }
        settle();
        epochs[session]++;
        putSession(session, State.UP);
        repeat(session, 2);
    }

    private void repeat(int session, int oneIn) {
        model.live().forEach((key, verdict) -> {
            if (key.session().equals(Records.sessionId(number(session))) && random.nextInt(oneIn) == 0) {
                put(session, key, verdict.toBuilder().setEpoch(epochs[session]).build());
            }
        });
        settle();
    }

    private void putSession(int session, State state) {
        byte[] key = Records.sessionId(number(session)).bytes().toArray();
        byte[] value = Records.session(number(session), state, epochs[session], deadBefore[session])
                .toByteArray();
        await(producer.send(new ProducerRecord<>(Topics.SESSIONS, 0, key, value)));
    }

    private void put(int session, RouteKey key, @Nullable Verdict verdict) {
        byte[] bytes = key.toBytes();
        sent.add(new Sent(
                session,
                key,
                verdict,
                producer.send(new ProducerRecord<>(
                        Topics.VERDICTS,
                        PrefixPartitioner.partition(bytes, PARTITIONS),
                        bytes,
                        Records.bytes(verdict)))));
    }

    /** Waits for Kafka, and tells the model what was written. */
    private void settle() {
        for (Sent record : sent) {
            RecordMetadata written = await(record.written);
            model.read(record.session, record.key, record.verdict, written.partition(), written.offset());
        }
        sent.clear();
    }

    private static RecordMetadata await(Future<RecordMetadata> written) {
        try {
            return written.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
