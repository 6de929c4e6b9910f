// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.NullUnmarked;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;

/**
 * Serialises protobuf messages as values of Kafka records. A tombstone is null in both directions. Undecodable bytes
 * cause a {@link SerializationException}; the consumer must handle this undecodable record.
 */
@NullUnmarked
public final class ProtoSerde<M extends MessageLite> implements Serde<M> {
    private final Parser<M> parser;

    private ProtoSerde(Parser<M> parser) {
        this.parser = parser;
    }

    /** Returns the serde for the values of {@link Topics#ROUTES}. */
    public static ProtoSerde<RouteEvent> routeEvent() {
        return new ProtoSerde<>(RouteEvent.parser());
    }

    /** Returns the serde for the values of {@link Topics#SESSIONS}. */
    public static ProtoSerde<Session> session() {
        return new ProtoSerde<>(Session.parser());
    }

    /** Returns the serde for the values of {@link Topics#VERDICTS}. */
    public static ProtoSerde<Verdict> verdict() {
        return new ProtoSerde<>(Verdict.parser());
    }

    /** Returns the serde for the values of {@link Topics#REJECTS}. */
    public static ProtoSerde<Reject> reject() {
        return new ProtoSerde<>(Reject.parser());
    }

    @Override
    public Serializer<M> serializer() {
        return (topic, message) -> message == null ? null : message.toByteArray();
    }

    @Override
    public Deserializer<M> deserializer() {
        return (topic, bytes) -> {
            if (bytes == null) {
                return null;
            }
            try {
                return parser.parseFrom(bytes);
            } catch (InvalidProtocolBufferException e) {
                throw new SerializationException(
                        "a record of " + topic + " does not match its schema: " + e.getMessage(), e);
            }
        };
    }
}
