// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.verify;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.updates.Response;
import org.pathproof.updates.ResponseJson;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The responses to UPDATE messages, as lines of JSON. Not thread-safe. */
final class VerifyResponses {
    static final int MAX_BYTES = 16 << 20;

    private static final byte[] NEWLINE = {'\n'};
    private static final JsonFactory JSON = new JsonFactory();

    private final ByteArrayOutputStream lines = new BoundedBytes();
    private final ResponseJson json;

    VerifyResponses(boolean explain) {
        json = new ResponseJson(explain);
    }

    /**
     * Appends one line for each response. Returns the number of bytes so far.
     *
     * @throws RequestRefusedException when the lines have more than {@value #MAX_BYTES} bytes
     */
    int add(List<Response> responses) {
        for (Response response : responses) {
            try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), lines)) {
                generator.writeStartObject();
                json.writeMembers(generator, response);
                generator.writeEndObject();
            }
            lines.writeBytes(NEWLINE);
        }
        return lines.size();
    }

    byte[] bytes() {
        return lines.toByteArray();
    }

    private static final class BoundedBytes extends ByteArrayOutputStream {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            if (length > MAX_BYTES - count) {
                throw RequestRefusedException.tooLarge(
                        "the response is larger than " + MAX_BYTES + " bytes: send fewer updates");
            }
            super.write(bytes, from, length);
        }
    }
}
