// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.ValidatorSettings;

/** Configures Kafka Streams, and gives reasons for values that differ from their defaults. */
final class StreamsProperties {
    private static final int PRODUCER_BATCH = 128 * 1024;
    /** Longer than the usual time between commits. */
    private static final int LINGER_MS = 50;
    /** Maximum wait for records, and the longest delay of a change of the RPKI or of a session on an idle thread. */
    private static final int POLL_MS = 50;

    /** Longest interval of Kafka Streams' own commits. The interval must be shorter than the transaction timeout. */
    private static final int OWN_COMMITS_MS = 5_000;

    private static final int TRANSACTION_RETRY_MS = 4;
    /** Time after which a request is sent to another broker. */
    private static final int REQUEST_TIMEOUT_MS = 5_000;
    /** Total time of a request for the ends of changelogs, retries included. */
    private static final int ADMIN_TIMEOUT_MS = 3_000;
    /** Time after which connecting to a broker fails. */
    private static final int CONNECTION_TIMEOUT_MS = 2_000;

    /** The shortest interval that Kafka Streams allows. */
    private static final long PROBING_REBALANCE_INTERVAL_MS = 60_000;

    private static final int MAX_WARMUP_REPLICAS = 8;
    /** Maximum number of missing rows with which a copy counts as complete. */
    private static final long ACCEPTABLE_RECOVERY_LAG_ROWS = 100_000;

    private StreamsProperties() {}

    static Properties of(
            ValidatorSettings s,
            KafkaSettings kafka,
            String instance,
            Duration sessionTimeout,
            VerifyAhead.Parts ahead) {
        Properties p = new Properties();
        setBrokerFailureTimeouts(p);
        setRebalanceSettings(p);
        p.putAll(kafka.properties());
        p.put(StreamsConfig.APPLICATION_ID_CONFIG, s.applicationId());
        p.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) kafka.replicationFactor());
        kafka.topics().retention().perRoute().forEach((name, value) -> p.put(StreamsConfig.topicPrefix(name), value));
        p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, s.threads());
        p.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, s.standbyReplicas());
        p.put(StreamsConfig.STATE_DIR_CONFIG, s.home().toString());
        p.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                switch (s.guarantee()) {
                    case EXACTLY_ONCE -> StreamsConfig.EXACTLY_ONCE_V2;
                    case AT_LEAST_ONCE -> StreamsConfig.AT_LEAST_ONCE;
                });
        // Tasks request commits of their changes (Commits). Kafka Streams itself commits even without changes, because
        // the timer of each task counts as one.
        p.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                Math.min(OWN_COMMITS_MS, s.transactionTimeout().toMillis() / 4));
        // A route event changes a row at most once, so that a cache has almost nothing to merge.
        p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        // A task has one partition, so there is no other one to wait for.
        p.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        // Between polls, the thread handles changes of the RPKI and of sessions.
        p.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);

        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), VerifyAhead.class.getName());
        p.put(StreamsConfig.mainConsumerPrefix(VerifyAhead.PARTS), ahead);
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), s.maxPollRecords());
        // An instance that restarts within the session timeout gets its partitions back without a rebalance.
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instance);
        int timeout = (int) sessionTimeout.toMillis();
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), timeout);
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), timeout / 4);

        // A commit sends all records that wait, so that few requests are necessary.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MS);
        p.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), PRODUCER_BATCH);
        // A transaction must retry while the brokers still write the markers of the previous one. A pause of a few
        // milliseconds is enough; the default is 100 ms. The pause doubles with each retry, up to a second.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), TRANSACTION_RETRY_MS);
        // Sequence numbers restart with each transaction of version 2. Brokers refuse the first batch while they
        // write the markers of the previous transaction. A second batch in flight would then arrive out of order, and
        // brokers would log an error. One request in flight avoids this error: docs/adr/0010.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        if (s.guarantee() == ValidatorSettings.Guarantee.EXACTLY_ONCE) {
            p.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), (int)
                    s.transactionTimeout().toMillis());
        }
        return p;
    }

    /**
     * Speeds up the move of partitions to a new instance. The instance first copies the rows while the owner keeps
     * validation. By default, Kafka Streams copies two partitions at a time and checks every ten minutes whether a copy
     * is complete.
     */
    private static void setRebalanceSettings(Properties p) {
        p.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, PROBING_REBALANCE_INTERVAL_MS);
        p.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, MAX_WARMUP_REPLICAS);
        p.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, ACCEPTABLE_RECOVERY_LAG_ROWS);
    }

    /** Shortens the timeouts for brokers that fail or stall: Kafka's defaults are 10 s to 60 s. */
    private static void setBrokerFailureTimeouts(Properties p) {
        // A stalled broker keeps its connections open. Only this timeout redirects requests to the new leader.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG), REQUEST_TIMEOUT_MS);
        p.put(StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), REQUEST_TIMEOUT_MS);
        // Before a restore, Kafka Streams requests the ends of the changelogs. The admin client of Kafka 4.2 retries at
        // a dead leader until this timeout expires, and only then looks up the new leader (KAFKA-20673).
        p.put(StreamsConfig.adminClientPrefix(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG), ADMIN_TIMEOUT_MS);
        p.put(StreamsConfig.adminClientPrefix(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG), ADMIN_TIMEOUT_MS);
        p.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, CONNECTION_TIMEOUT_MS);
        p.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2 * CONNECTION_TIMEOUT_MS);
    }
}
