// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.Position;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event on its way to clients. The first client that needs its JSON writes it, for all; it is kept as long as the event is in the ring,
 * and counted there.
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
     * @param number in the ring
     * @param before the position before it
     * @param counter of the bytes that the ring holds
     */
    EventMessage(StoreEvent event, long number, Position before, AtomicLong counter) {
        this.event = event;
        this.number = number;
        this.before = before;
        this.counter = counter;
        this.counted = event.weight();
        counter.addAndGet(counted);
    }

    /** Of no ring. */
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

    /** As a server-sent event; not to be written to. */
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

    /** Takes it out of the count: the ring has forgotten it. */
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
