// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.telemetry.tracing.TraceNames;

/** A record of a traced route. Its header continues the trace in the validator. */
final class TracedRecord extends ProducerRecord<byte[], byte[]> {
    private final RouteSpan sending;

    /** @param sending the span that ends when Kafka acknowledges or refuses the record */
    TracedRecord(String topic, @Nullable Integer partition, byte[] key, byte[] value, RouteSpan sending) {
        super(
                topic,
                partition,
                key,
                value,
                List.of(new RecordHeader(TraceContext.HEADER, sending.context().toHeader())));
        this.sending = sending;
    }

    /** Returns the span of sending a record; null for records of other routes. */
    static @Nullable RouteSpan sending(ProducerRecord<byte[], byte[]> record) {
        return record instanceof TracedRecord traced ? traced.sending : null;
    }

    /**
     * Ends the span of an acknowledged record.
     *
     * @param metadata place of the record; not null without an error
     */
    static void endSpan(RouteSpan sending, @Nullable RecordMetadata metadata) {
        if (metadata != null) {
            sending.set(TraceNames.PARTITION, metadata.partition()).set(TraceNames.OFFSET, metadata.offset());
        }
        sending.end(TraceClock.nowMicros());
    }
}
