// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.TxnOffsetCommitRequest;
import org.apache.kafka.common.requests.TxnOffsetCommitResponse;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.validator.kafka.ValidatorStreams;

/**
 * Tests with a real broker that a validator begins although the broker holds offsets as pending whose transaction has
 * ended. Without verification of partitions, a broker accepts such offsets outside a transaction.
 */
class PendingOffsetsTest {
    private static final String GROUP = "pathproof-validator";
    private static final int PARTITIONS = 2;
    /** Brokers verify requests of later versions even without the setting. */
    private static final short VERSION = 4;

    @TempDir
    Path home;

    private EmbeddedKafka kafka;
    private RedisServer redis;

    @BeforeEach
    void start() throws Exception {
        kafka = EmbeddedKafka.own(Map.of("transaction.partition.verification.enable", "false"));
        redis = RedisServer.inMemory();
    }

    @AfterEach
    void stop() throws Exception {
        redis.close();
        kafka.close();
    }

    @Test
    void endsPendingOffsetsOfItsOwnEarlierTransactions() throws Exception {
        runValidator();
        TransactionListing own =
                kafka.admin().listTransactions().all().get().iterator().next();
        leavePendingOffsets(own.transactionalId());
        runValidator();
    }

    @Test
    void endsPendingOffsetsOfADeadInstance() throws Exception {
        runValidator();
        String dead = GROUP + "-" + UUID.randomUUID() + "-1";
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", dead),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
        }
        leavePendingOffsets(dead);
        runValidator();
    }

    /** Starts a validator, waits until all its tasks run, and stops it. */
    private void runValidator() {
        try (ValidatorUnderTest app = ValidatorUnderTest.start(kafka, redis, PARTITIONS, home)) {
            ValidatorStreams streams = app.bean(ValidatorStreams.class);
            await().atMost(ValidatorUnderTest.LIMIT).until(() -> streams.state() == KafkaStreams.State.RUNNING);
        }
    }

    private void leavePendingOffsets(String transactionalId) throws Exception {
        TransactionDescription producer = kafka.admin()
                .describeTransactions(List.of(transactionalId))
                .description(transactionalId)
                .get();
        TopicPartition partition = new TopicPartition(Topics.ROUTES, 0);
        TxnOffsetCommitRequest request = new TxnOffsetCommitRequest.Builder(
                        transactionalId,
                        GROUP,
                        producer.producerId(),
                        (short) producer.producerEpoch(),
                        Map.of(partition, new TxnOffsetCommitRequest.CommittedOffset(0, "", Optional.empty())),
                        false)
                .build(VERSION);
        assertThat(send(request).errors()).containsExactly(Map.entry(partition, Errors.NONE));
        assertThat(kafka.admin()
                        .describeTransactions(List.of(transactionalId))
                        .description(transactionalId)
                        .get()
                        .topicPartitions())
                .as("no open transaction has these offsets")
                .isEmpty();
        assertThat(committed(partition, false)).containsKey(partition);
        assertThat(committed(partition, true))
                .as("the broker does not tell the offsets while some are pending")
                .doesNotContainKey(partition);
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(TopicPartition partition, boolean stable)
            throws Exception {
        return kafka.admin()
                .listConsumerGroupOffsets(
                        Map.of(GROUP, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(partition))),
                        new ListConsumerGroupOffsetsOptions().requireStable(stable))
                .partitionsToOffsetAndMetadata(GROUP)
                .get();
    }

    private TxnOffsetCommitResponse send(TxnOffsetCommitRequest request) throws IOException {
        RequestHeader header = new RequestHeader(ApiKeys.TXN_OFFSET_COMMIT, request.version(), "test", 1);
        ByteBuffer bytes = request.serializeWithHeader(header);
        String[] address = kafka.bootstrapServers().split(":", 2);
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]));
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            out.writeInt(content.length);
            out.write(content);
            out.flush();
            byte[] response = new byte[in.readInt()];
            in.readFully(response);
            return (TxnOffsetCommitResponse) AbstractResponse.parseResponse(ByteBuffer.wrap(response), header);
        }
    }
}
