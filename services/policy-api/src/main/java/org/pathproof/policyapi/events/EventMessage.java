// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.Position;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event for clients. The thread of the first client that needs the JSON creates it for all clients. The JSON is
 * kept, and its bytes are counted, while the event is in the ring.
 */
final class EventMessage {
    private static final int INITIAL_CAPACITY_BYTES = 1500;

    private final StoreEvent event;
    private final long number;
    private final Position before;
    private final AtomicLong counter;
    private long counted;
    private boolean dropped;
    private byte @Nullable [] encoded;

    /**
     * @param number number of the event in the ring
     * @param before position before the event
     * @param counter number of bytes in the ring
     */
    EventMessage(StoreEvent event, long number, Position before, AtomicLong counter) {
        this.event = event;
        this.number = number;
        this.before = before;
        this.counter = counter;
        this.counted = event.weight();
        counter.addAndGet(counted);
    }

    /** Creates a message outside of a ring. */
    EventMessage(StoreEvent event) {
        this(event, 0, event.origin().next(), new AtomicLong());
        drop();
    }

    StoreEvent event() {
        return event;
    }

    long number() {
        return number;
    }

    Position before() {
        return before;
    }

    /** Returns the event as a server-sent event. Callers must not change the bytes. */
    synchronized byte[] encoded(JsonMapper json) {
        byte[] written = encoded;
        if (written == null) {
            written = written(json);
            if (!dropped) {
                encoded = written;
                counted += written.length;
                counter.addAndGet(written.length);
            }
        }
        return written;
    }

    /** Subtracts the bytes, because the ring has removed the event. */
    synchronized void drop() {
        dropped = true;
        encoded = null;
        counter.addAndGet(-counted);
        counted = 0;
    }

    private byte[] written(JsonMapper json) {
        String id = event.origin().next().toString();
        ByteArrayOutputStream text = new ByteArrayOutputStream(INITIAL_CAPACITY_BYTES);
        text.writeBytes(("id: " + id + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
        try (JsonGenerator out = json.createGenerator(text)) {
            new RisMessage(out).write(event, id);
        }
        text.write('\n');
        text.write('\n');
        return text.toByteArray();
    }
}
