// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.proof.VerifyAhead;

/** The configuration of Kafka Streams, with the reasons for what is not its default. */
final class StreamsProperties {
    private static final int PRODUCER_BATCH = 128 * 1024;
    private static final int POLL_MS = 10;
    private static final int TRANSACTION_RETRY_MS = 4;
    /** How long a broker may take over a request before another one is asked. */
    private static final int REQUEST_TIMEOUT_MS = 5_000;
    /** The same for the client that asks for the ends of changelogs, all its attempts together. */
    private static final int ADMIN_TIMEOUT_MS = 3_000;
    /** How long to wait for a connection to a broker that does not answer at all. */
    private static final int CONNECTION_TIMEOUT_MS = 2_000;

    /** As often as Kafka Streams allows. */
    private static final long PROBING_MS = 60_000;

    private static final int COPIED_AT_A_TIME = 8;
    /** Rows that are read back in a fifth of a second: a copy that lacks no more of them is complete. */
    private static final long ACCEPTABLE_RECOVERY_LAG_ROWS = 100_000;

    private StreamsProperties() {}

    static Properties of(
            ValidatorSettings s,
            KafkaSettings kafka,
            String instance,
            Duration sessionTimeout,
            VerifyAhead.Parts ahead) {
        Properties p = new Properties();
        patience(p);
        movement(p);
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
        p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, s.commitInterval().toMillis());
        // A verdict has one value per route event: there is nothing for a cache to leave out.
        p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        // A task has one partition: there is no other to wait for, nor to look whether there is.
        p.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        // Between polls the thread looks after changes of the RPKI and of sessions.
        p.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);

        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), VerifyAhead.class.getName());
        p.put(StreamsConfig.mainConsumerPrefix(VerifyAhead.PARTS), ahead);
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), s.maxPollRecords());
        // An instance that comes back within the session timeout gets its partitions back without a rebalance.
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instance);
        int timeout = (int) sessionTimeout.toMillis();
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), timeout);
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), timeout / 4);

        p.put(
                StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
                s.linger().toMillis());
        p.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), PRODUCER_BATCH);
        // A transaction that begins while the brokers still write the end of the one before is told to wait: some
        // milliseconds do,
        // where the default is 100. It doubles from try to try, up to a second.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), TRANSACTION_RETRY_MS);
        // With transactions of version 2 each one starts its sequence numbers anew. The first batch of a partition is
        // refused while the markers of the transaction before are being written; a batch that was sent behind it is
        // then out of order, which brokers log as an error. So no batch is sent before the one in front of it is
        // acknowledged: docs/adr/0010.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        if (s.guarantee() == ValidatorSettings.Guarantee.EXACTLY_ONCE) {
            p.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), (int)
                    s.transactionTimeout().toMillis());
        }
        return p;
    }

    /**
     * How partitions come to an instance that is new. It copies their rows first, while whoever has them goes on judging, and then gets
     * them; when the copies are complete is looked at only now and then, by Kafka's defaults every ten minutes, for two partitions.
     */
    private static void movement(Properties p) {
        p.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, PROBING_MS);
        p.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, COPIED_AT_A_TIME);
        p.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, ACCEPTABLE_RECOVERY_LAG_ROWS);
    }

    /** For brokers that die, stand still or cannot be reached: Kafka's defaults wait for half a minute or a whole one. */
    private static void patience(Properties p) {
        // A broker that stands still keeps its connections: what was asked of it is asked of its successor only after
        // this.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG), REQUEST_TIMEOUT_MS);
        p.put(StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), REQUEST_TIMEOUT_MS);
        // Before it restores, Kafka Streams asks for the ends of changelogs; the admin client of 4.2 asks the leaders
        // that it remembers, and
        // when one of them is dead, it asks again and again until this is over (KAFKA-20673). Only then does it look
        // who leads now.
        p.put(StreamsConfig.adminClientPrefix(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG), ADMIN_TIMEOUT_MS);
        p.put(StreamsConfig.adminClientPrefix(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG), ADMIN_TIMEOUT_MS);
        p.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, CONNECTION_TIMEOUT_MS);
        p.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2 * CONNECTION_TIMEOUT_MS);
    }
}
