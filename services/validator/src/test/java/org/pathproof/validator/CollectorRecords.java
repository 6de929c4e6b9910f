// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.validator.stream.Events;

/** Writes the records of a collector to Kafka, and reads the gaps that a validator reports to collectors. */
final class CollectorRecords implements AutoCloseable {
    private final EmbeddedKafka kafka;
    private final KafkaProducer<byte[], byte[]> producer;
    private final int partitions;

    /**
     * Creates a producer.
     *
     * @param partitions number of partitions of the topic of routes
     */
    CollectorRecords(EmbeddedKafka kafka, int partitions) {
        this.kafka = kafka;
        this.producer = kafka.producer();
        this.partitions = partitions;
    }

    /** Sends an event of a route to the partition of its prefix. */
    RecordMetadata route(RouteKey route, RouteEvent event) {
        byte[] key = route.toBytes();
        return send(new ProducerRecord<>(
                Topics.ROUTES, PrefixPartitioner.partition(key, partitions), key, event.toByteArray()));
    }

    /**
     * Sends the session number 1, which is up.
     *
     * @param healed number of the newest gap before the table of this epoch
     */
    void sendSession(long epoch, long healed) {
        sendSession(Session.newBuilder()
                .setSessionId(ByteString.copyFrom(Events.session(1).bytes().toArray()))
                .setRouterName("edge1")
                .setState(State.UP)
                .setEpoch(epoch)
                .setMonitored(true)
                .setGapsHealed(healed)
                .build());
    }

    void sendSession(Session session) {
        send(new ProducerRecord<>(Topics.SESSIONS, session.getSessionId().toByteArray(), session.toByteArray()));
    }

    RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        return EmbeddedKafka.send(producer, record);
    }

    /** Returns all gaps in the topic of sessions. */
    List<Gap> gaps() throws InvalidProtocolBufferException {
        List<Gap> gaps = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (Gaps.isGap(record.key())) {
                gaps.add(Gap.parseFrom(record.value()));
            }
        }
        return gaps;
    }

    /** Returns the number of the newest gap with a key; 0 if there is none. */
    long newestGap(String key) throws InvalidProtocolBufferException {
        long number = 0;
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (Gaps.isGap(record.key()) && new String(record.key(), StandardCharsets.US_ASCII).equals(key)) {
                number = Gap.parseFrom(record.value()).getNumber();
            }
        }
        return number;
    }

    @Override
    public void close() {
        producer.close();
    }
}
