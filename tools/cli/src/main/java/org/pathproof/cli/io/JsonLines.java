// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON objects, one per line, to a writer that stays open. Not thread-safe. */
public final class JsonLines implements AutoCloseable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .rootValueSeparator("")
            .build();

    private final Writer out;
    private final JsonGenerator generator;

    public JsonLines(Writer out) {
        this.out = out;
        generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    /** Writes one object and ends the line. {@code members} writes the members of the object. */
    public void writeObject(Consumer<JsonGenerator> members) {
        generator.writeStartObject();
        members.accept(generator);
        generator.writeEndObject();
        generator.writeRaw('\n');
    }

    /** Flushes the writer. */
    public void flush() {
        try {
            generator.flush();
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        generator.close();
        flush();
    }
}
