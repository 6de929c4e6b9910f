// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.Counter;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the {@link SessionBoard} and the {@link Gaps} from the sessions topic. Counts and skips records that are
 * neither a session nor a gap.
 */
final class SessionProcessor implements Processor<Bytes, byte[], Void, Void> {
    /** The global store behind the board, which Kafka Streams restores before any task runs. */
    static final String STORE = "sessions";

    private static final Logger log = LoggerFactory.getLogger(SessionProcessor.class);

    private final SessionBoard board;
    private final Gaps gaps;
    private final Counter rejected;
    private @Nullable KeyValueStore<Bytes, byte[]> store;

    SessionProcessor(SessionBoard board, Gaps gaps, Counter rejected) {
        this.board = board;
        this.gaps = gaps;
        this.rejected = rejected;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        store = context.getStateStore(STORE);
        try (KeyValueIterator<Bytes, byte[]> restored = store.all()) {
            restored.forEachRemaining(entry -> take(entry.key, entry.value));
        }
    }

    @Override
    public void process(Record<Bytes, byte[]> record) {
        Bytes key = record.key();
        if (key == null) {
            reject("it has no key");
            return;
        }
        if (!take(key, record.value()) || store == null) {
            return;
        }
        if (record.value() == null) {
            store.delete(key);
        } else {
            store.put(key, record.value());
        }
    }

    private boolean take(Bytes key, byte @Nullable [] value) {
        if (Gaps.isGap(key.get())) {
            try {
                gaps.put(key.get(), value);
                board.putDistrust(gaps.newestDistrust());
                return true;
            } catch (IllegalArgumentException e) {
                return reject(e.getMessage());
            }
        }
        if (key.get().length != SessionId.LENGTH) {
            return reject("its key has " + key.get().length + " bytes");
        }
        SessionId id = new SessionId(org.pathproof.wire.Bytes.copyOf(key.get()));
        try {
            board.put(id, value == null ? null : Session.parseFrom(value));
            return true;
        } catch (InvalidProtocolBufferException e) {
            return reject(e.getMessage());
        }
    }

    /** Counts and logs a record that is skipped; returns false. */
    private boolean reject(@Nullable String why) {
        rejected.increment();
        log.warn(getMarker("session-message-skipped"), "Record of the sessions topic skipped: reason={}", why);
        return false;
    }
}
