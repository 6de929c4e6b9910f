// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.Position;
import tools.jackson.databind.json.JsonMapper;

/** Writes server-sent events (WHATWG HTML standard, section 9.2). Blocks while the client does not read. */
final class EventWriter {
    private static final int BUFFER = 16 * 1024;

    private final OutputStream out;
    private final JsonMapper json;

    EventWriter(OutputStream out, JsonMapper json) {
        this.out = new BufferedOutputStream(out, BUFFER);
        this.json = json;
    }

    /** An error in the format of RIS Live. */
    private record RisError(
            String type, @JsonProperty("data") Message data) {
        private record Message(String message) {}
    }

    void writeEvent(EventMessage event) throws IOException {
        out.write(event.encoded(json));
    }

    /**
     * Writes a comment that keeps the connection open. With a position, a client that reconnects continues from that
     * position.
     */
    void writeHeartbeat(@Nullable Position position) throws IOException {
        write(position == null ? ": heartbeat\n\n" : ": heartbeat\nid: " + position + "\n\n");
        flush();
    }

    void writeError(String words) throws IOException {
        write("data: " + json.writeValueAsString(new RisError("ris_error", new RisError.Message(words))) + "\n\n");
        flush();
    }

    void flush() throws IOException {
        out.flush();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
