// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.wire.Prefix;

/** Tests that several threads apply the records of a poll as one thread does. */
final class PollWriterTest {
    private static final int PARTITIONS = 5;
    private static final int SESSIONS = 40;
    private static final Position BEGIN = new Position(new long[1], new long[PARTITIONS]);

    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final List<PollWriter> writers = new ArrayList<>();

    @AfterEach
    void close() {
        writers.forEach(PollWriter::close);
    }

    /** A table, what its listener heard, and the rejected keys. */
    private final class Store implements ChangeListener {
        final RouteTable table = new RouteTable(PARTITIONS);
        final RejectedKeys rejected = new RejectedKeys();
        final StoreStatus status = new StoreStatus(Duration.ofSeconds(10));
        final List<String> heard = new ArrayList<>();
        final PollWriter writer;
        Position position = BEGIN;
        int meanwhile;

        Store(int threads) {
            writer = new PollWriter(table, this, VerdictTraces.OFF, rejected, status, threads);
            writers.add(writer);
        }

        void apply(PolledRecords polled) {
            position = writer.apply(polled, position, () -> meanwhile++);
        }

        @Override
        public void onComplete(Position at) {}

        @Override
        public void onRestart() {}

        @Override
        public void onChange(RouteChange change, Origin origin) {
            heard.add("%s %s to %s from %s-%s at %s"
                    .formatted(
                            change.key(),
                            text(change.before()),
                            text(change.after()),
                            origin.partition(),
                            origin.offset(),
                            origin.next()));
        }

        @Override
        public void onChange(SessionChange change, Origin origin) {
            heard.add("session %s at %s".formatted(change.sessionView().id(), origin.next()));
        }

        @Override
        public void onPollEnd() {}

        List<String> routes() {
            List<String> routes = new ArrayList<>();
            table.find(RouteQuery.ALL, null).forEachRemaining(route -> routes.add(route.key() + " " + text(route)));
            return routes;
        }
    }

    private static String text(@Nullable Route route) {
        return route == null
                ? "none"
                : route.verdict().toBuilder()
                        .clearReceivedUs()
                        .clearValidatedUs()
                        .build()
                        .toString()
                        .replace('\n', ' ');
    }

    private void add(String topic, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        TopicPartition at = new TopicPartition(topic, partition);
        long offset = ends.merge(at, 1L, Long::sum) - 1;
        records.computeIfAbsent(at, ignored -> new ArrayList<>())
                .add(new ConsumerRecord<>(topic, partition, offset, key, value));
    }

    private void add(RouteKey key, byte @Nullable [] value) {
        byte[] bytes = key.toBytes();
        add(KafkaTopics.VERDICTS, PrefixPartitioner.partition(bytes, PARTITIONS), bytes, value);
    }

    private void addSession(int number) {
        byte[] key = Records.sessionId(number).bytes().toArray();
        byte[] value = Records.session(number, number % 7, number % 11)
                .setSessionId(ByteString.copyFrom(key))
                .build()
                .toByteArray();
        add(KafkaTopics.SESSIONS, 0, key, value);
    }

    private PolledRecords take() {
        PolledRecords polled = new PolledRecords();
        polled.add(new ConsumerRecords<>(Map.copyOf(records), Map.of()));
        records.clear();
        return polled;
    }

    private static RouteKey key(Random random, int prefixes) {
        int number = random.nextInt(prefixes);
        return new RouteKey(
                Prefix.ipv4(10 << 24 | number << 8, 24),
                1,
                Records.sessionId(random.nextInt(SESSIONS)),
                number % 9 == 0 ? random.nextInt(3) : 0);
    }

    private static byte @Nullable [] value(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 ->
                Records.notValid(1, 65001, 64500 + random.nextInt(50)).build().toByteArray();
            case 2 -> Records.valid(65002, 64500 + random.nextInt(50)).build().toByteArray();
            default ->
                Records.unsigned(65003, 64600 + random.nextInt(500)).build().toByteArray();
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void severalThreadsDoAsOne(int threads) {
        Store one = new Store(1);
        Store several = new Store(threads);
        Random random = new Random(threads);
        for (int poll = 0; poll < 12; poll++) {
            addSession(random.nextInt(SESSIONS));
            int size = poll % 3 == 0 ? 50 : PollWriter.MANY + random.nextInt(2_000);
            for (int i = 0; i < size; i++) {
                RouteKey key = key(random, 600);
                byte[] value = value(random);
                switch (random.nextInt(200)) {
                    case 0 -> add(key, new byte[] {1}); // not a verdict
                    case 1 -> add(KafkaTopics.VERDICTS, random.nextInt(PARTITIONS), new byte[] {9}, value);
                    case 2 -> add(KafkaTopics.VERDICTS, random.nextInt(PARTITIONS), null, value);
                    // Another program has written the record, into a partition of its own choice.
                    case 3 ->
                        add(
                                KafkaTopics.VERDICTS,
                                random.nextInt(PARTITIONS),
                                key(random, 20_000).toBytes(),
                                value);
                    default -> add(key, value);
                }
            }
            PolledRecords polled = take();
            PolledRecords same = new PolledRecords();
            copy(polled, same);
            one.apply(polled);
            several.apply(same);
        }
        assertThat(several.routes()).isEqualTo(one.routes()).isNotEmpty();
        assertThat(several.heard).isEqualTo(one.heard);
        assertThat(several.position).isEqualTo(one.position);
        assertThat(one.meanwhile).isZero();
        assertThat(several.meanwhile).isEqualTo(8); // two thirds of the polls are large
        assertThat(several.rejected.size()).isEqualTo(one.rejected.size()).isPositive();
        assertThat(several.status.input().rejected()).isEqualTo(several.rejected.size());
    }

    private static void copy(PolledRecords from, PolledRecords to) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all = new HashMap<>();
        from.sessions()
                .forEach(session -> all.computeIfAbsent(
                                new TopicPartition(session.topic(), session.partition()), ignored -> new ArrayList<>())
                        .add(session));
        for (VerdictRun run : from.verdicts()) {
            List<ConsumerRecord<byte[], byte[]>> of = new ArrayList<>();
            for (int i = 0; i < run.size(); i++) {
                of.add(run.get(i));
            }
            all.put(new TopicPartition(KafkaTopics.VERDICTS, run.partition()), of);
        }
        to.add(new ConsumerRecords<>(all, Map.of()));
    }

    /** A client continues from a change that it has seen, and must not miss those that follow in other partitions. */
    @Test
    void thePositionAfterAChangeIsBeforeAllLaterChanges() {
        Store store = new Store(2);
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            add(key(random, 600), Records.unsigned(65001).build().toByteArray());
        }
        PolledRecords polled = take();
        List<Position> after = new ArrayList<>();
        Position expected = BEGIN;
        for (VerdictRun run : polled.verdicts()) {
            for (int i = 0; i < run.size(); i++) {
                expected = expected.with(new TopicPartition(KafkaTopics.VERDICTS, run.partition()), i + 1);
                after.add(expected);
            }
        }
        store.apply(polled);
        assertThat(store.heard).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(store.heard.get(i)).endsWith(" at " + after.get(i));
        }
        assertThat(store.position).isEqualTo(after.getLast());
    }

    /** The listener finds every change of a poll in the table, those that it hears of later, too. */
    @Test
    void allChangesAreVisibleBeforeTheFirstIsHeard() {
        RouteTable table = new RouteTable(PARTITIONS);
        int[] least = {Integer.MAX_VALUE};
        ChangeListener listener = new ChangeListener() {
            @Override
            public void onComplete(Position position) {}

            @Override
            public void onRestart() {}

            @Override
            public void onChange(RouteChange change, Origin origin) {
                least[0] = Math.min(least[0], (int) table.size());
            }

            @Override
            public void onChange(SessionChange change, Origin origin) {}

            @Override
            public void onPollEnd() {}
        };
        PollWriter writer = new PollWriter(
                table, listener, VerdictTraces.OFF, new RejectedKeys(), new StoreStatus(Duration.ofSeconds(10)), 3);
        writers.add(writer);
        for (int i = 0; i < PollWriter.MANY; i++) {
            add(
                    new RouteKey(Prefix.ipv4(10 << 24 | i << 8, 24), 1, Records.sessionId(1), 0),
                    Records.unsigned(65001).build().toByteArray());
        }
        writer.apply(take(), BEGIN, () -> {});
        assertThat(least[0]).isEqualTo(PollWriter.MANY);
    }
}
