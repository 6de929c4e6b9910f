// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.validator.stream.BackgroundBudget;
import org.pathproof.validator.stream.Commits;
import org.pathproof.validator.stream.VerdictTraces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka clients of Kafka Streams, with additions to the default clients.
 *
 * <ul> <li>Producers report the duration of each commit, on the stream thread. <li>Producers end the spans of traced
 *   verdicts with their transaction. <li>The consumer of route events waits for records only until a commit is due,
 *   and not at all while its thread has background work. <li>Without records for two seconds, it waits longer than
 *   Kafka Streams requests. A change of the RPKI or of a session ends the wait, and so do arriving records and a new
 *   assignment of partitions. <li>It passes on the committed offsets with which tasks begin. <li>It ends pending
 *   offset commits whose transaction has ended ({@link PendingOffsets}). <li>The consumer of sessions waits longer
 *   than Kafka Streams requests. Arriving records end the wait. <li>The consumer of changelogs does the same while it
 *   only follows standby copies that do not change. <li>The consumer of route events also reports events that
 *   retention deleted before they were validated. Kafka Streams itself skips them silently.
 * </ul>
 */
public final class StreamsClients implements KafkaClientSupplier {
    private static final Logger log = LoggerFactory.getLogger(StreamsClients.class);

    /** Minimum wait while a commit is due: the timer that requests it runs between two polls. */
    private static final Duration MIN_WAIT = Duration.ofMillis(1);

    /** Wait for records of the global store, whose thread has no other work. A stop waits for its end. */
    private static final Duration GLOBAL_WAIT = Duration.ofMillis(500);

    /** Wait for rows of standby copies that do not change. The end of a rebalance may wait for its end. */
    private static final Duration RESTORE_WAIT = Duration.ofMillis(250);

    private final BackgroundBudget budget;
    private final Commits commits;
    private final VerdictTraces traces;
    private final Missing missing;
    private final KafkaTaskTopics topics;
    private final PendingOffsets pending = new PendingOffsets();

    /** Receives the partitions whose next records were deleted. */
    @FunctionalInterface
    public interface Missing {
        /**
         * Publishes the gap, before any further record is read.
         *
         * @throws org.apache.kafka.common.KafkaException if it cannot be published; no record may be read then
         */
        void publish(InvalidOffsetException e);
    }

    /**
     * @param budget returns true if the calling thread has background work; read before each poll
     * @param commits receives records and commits, on the thread that polled or committed
     * @param topics receives committed offsets
     * @param traces receives the ends of transactions, on the thread of the transaction
     * @param missing is called before Kafka Streams continues with the first record that exists
     */
    public StreamsClients(
            BackgroundBudget budget, Commits commits, KafkaTaskTopics topics, VerdictTraces traces, Missing missing) {
        this.budget = budget;
        this.commits = commits;
        this.topics = topics;
        this.traces = traces;
        this.missing = missing;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new VerdictProducer(config);
    }

    /** The producer of verdicts. Without transactions, verdicts are readable after a flush. */
    private final class VerdictProducer extends KafkaProducer<byte[], byte[]> {
        private final boolean isTransactional;
        private final String thread;

        VerdictProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            isTransactional = config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
            thread = PendingOffsets.thread(config);
        }

        @Override
        public void initTransactions() {
            super.initTransactions();
            pending.setResting(thread, this);
        }

        @Override
        public void beginTransaction() {
            pending.setBusy(thread, this);
            super.beginTransaction();
        }

        @Override
        public void commitTransaction() {
            long start = System.nanoTime();
            super.commitTransaction();
            pending.setResting(thread, this);
            commits.onCommit(System.nanoTime() - start);
            traces.onCommit();
        }

        @Override
        public void flush() {
            super.flush();
            if (!isTransactional) {
                traces.onCommit();
            }
        }

        @Override
        public void abortTransaction() {
            traces.onAbort();
            super.abortTransaction();
            pending.setResting(thread, this);
        }

        @Override
        public void close(Duration timeout) {
            traces.onAbort();
            pending.setBusy(thread, this);
            super.close(timeout);
        }
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new RouteConsumer(config);
    }

    /** The consumer of route events. */
    private final class RouteConsumer extends KafkaConsumer<byte[], byte[]> {
        private final Runnable wake;
        private final IdleWait idle = new IdleWait(super::poll, this::wakeup, System.nanoTime());
        private final String thread;
        private Set<TopicPartition> assigned = Set.of();

        RouteConsumer(Map<String, Object> config) {
            super(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
            thread = PendingOffsets.thread(config);
            wake = idle::wake;
            budget.wakeups().add(wake);
        }

        @Override
        public void subscribe(Collection<String> names, ConsumerRebalanceListener listener) {
            super.subscribe(names, waking(listener));
        }

        @Override
        public void subscribe(Pattern names, ConsumerRebalanceListener listener) {
            super.subscribe(names, waking(listener));
        }

        // Ends a long wait after an assignment, so that new tasks start at once.
        private ConsumerRebalanceListener waking(ConsumerRebalanceListener listener) {
            return new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    listener.onPartitionsAssigned(partitions);
                    idle.wake();
                }

                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    listener.onPartitionsRevoked(partitions);
                }

                @Override
                public void onPartitionsLost(Collection<TopicPartition> partitions) {
                    listener.onPartitionsLost(partitions);
                }
            };
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            try {
                long now = System.nanoTime();
                Duration wait = maxWait(timeout);
                if (wait.compareTo(timeout) < 0) {
                    idle.recordWork(now);
                }
                ConsumerRecords<byte[], byte[]> records = wait.isZero() ? super.poll(wait) : idle.poll(wait, now);
                if (!records.isEmpty()) {
                    commits.onPoll(records.count(), waiting(records.partitions()));
                }
                if (!records.isEmpty() || isStarting()) {
                    idle.recordWork(now);
                }
                return records;
            } catch (InvalidOffsetException e) {
                missing.publish(e);
                throw e;
            }
        }

        @Override
        public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
            Map<TopicPartition, OffsetAndMetadata> committed = stable(partitions);
            topics.setCommitted(committed);
            return committed;
        }

        // Kafka Streams repeats its request after a TimeoutException, and its thread polls in between.
        private Map<TopicPartition, OffsetAndMetadata> stable(Set<TopicPartition> partitions) {
            try {
                return super.committed(partitions, PendingOffsets.WAIT);
            } catch (TimeoutException e) {
                log.debug("Committed offsets are not known: partitions={}", partitions, e);
                pending.end(thread, partitions, groupMetadata());
                return super.committed(partitions, PendingOffsets.WAIT);
            }
        }

        // Returns true after a change of the assignment, and while Kafka Streams restores tasks.
        private boolean isStarting() {
            Set<TopicPartition> before = assigned;
            assigned = Set.copyOf(assignment());
            return !assigned.equals(before) || !paused().isEmpty();
        }

        @Override
        public void close(CloseOptions option) {
            budget.wakeups().remove(wake);
            super.close(option);
        }

        // Returns the number of records of the partitions after those polled.
        private long waiting(Set<TopicPartition> partitions) {
            long waiting = 0;
            for (TopicPartition partition : partitions) {
                waiting += currentLag(partition).orElse(0);
            }
            return waiting;
        }
    }

    private Duration maxWait(Duration longest) {
        if (longest.compareTo(MIN_WAIT) <= 0 || budget.hasBacklog()) {
            return Duration.ZERO;
        }
        Duration wait = commits.maxWait(longest);
        return wait.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : wait;
    }

    /**
     * The consumer of changelogs, on the thread that restores tasks and follows standby copies. A rebalance that takes
     * a task from this thread waits for the end of a poll. Copies that change are followed without longer waits.
     */
    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer()) {
            private final QuietTime quiet = new QuietTime(System.nanoTime());
            private Set<TopicPartition> followed = Set.of();

            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                long now = System.nanoTime();
                Set<TopicPartition> before = followed;
                followed = Set.copyOf(assignment());
                if (!followed.equals(before)) {
                    quiet.recordWork(now);
                }
                ConsumerRecords<byte[], byte[]> records =
                        super.poll(quiet.isQuiet(now) && timeout.compareTo(MIN_WAIT) > 0 ? RESTORE_WAIT : timeout);
                if (!records.isEmpty()) {
                    quiet.recordWork(now);
                }
                return records;
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                return super.poll(timeout.isZero() ? timeout : GLOBAL_WAIT);
            }
        };
    }
}
