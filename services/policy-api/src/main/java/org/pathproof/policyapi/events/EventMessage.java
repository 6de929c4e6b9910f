// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** An event on its way to clients. Who needs its octets first writes them, for all clients that it goes to. */
final class EventMessage {
    private static final int ROOM = 1500;

    private final StoreEvent event;
    private byte @Nullable [] octets;

    EventMessage(StoreEvent event) {
        this.event = event;
    }

    StoreEvent event() {
        return event;
    }

    /** As a server-sent event; not to be written to. */
    synchronized byte[] octets(JsonMapper json) {
        byte[] written = octets;
        if (written == null) {
            written = written(json);
            octets = written;
        }
        return written;
    }

    private byte[] written(JsonMapper json) {
        String id = event.origin().next().toString();
        ByteArrayOutputStream text = new ByteArrayOutputStream(ROOM);
        text.writeBytes(("id: " + id + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
        try (JsonGenerator out = json.createGenerator(text)) {
            new RisMessage(out).write(event, id);
        }
        text.write('\n');
        text.write('\n');
        return text.toByteArray();
    }
}
