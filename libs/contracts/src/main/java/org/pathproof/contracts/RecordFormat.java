// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.NullUnmarked;

/**
 * The version of the records in the topics of Pathproof. A record of a later version names its
 * version in the header {@value #HEADER}, as a decimal number. Records of version 1 have no such header. Readers refuse
 * later versions, because they could misread them (docs/reference/formats.md).
 */
@NullUnmarked
public final class RecordFormat {
    /** Name of the header with the version. */
    public static final String HEADER = "pathproof-format";

    /** The only version that this release reads and writes. */
    public static final int CURRENT = 1;

    private RecordFormat() {}

    /**
     * Returns the deserializer for keys of all readers. A record of a later version fails with a
     * {@link SerializationException}, and the consumer stays before that record. Keys are checked instead of values,
     * because Kafka does not deserialize the null value of a tombstone.
     */
    public static Deserializer<byte[]> keyDeserializer() {
        return new CheckedKeys();
    }

    private static final class CheckedKeys extends ByteArrayDeserializer {
        @Override
        public byte[] deserialize(String topic, Headers headers, byte[] key) {
            check(topic, headers);
            return super.deserialize(topic, headers, key);
        }

        @Override
        public byte[] deserialize(String topic, Headers headers, ByteBuffer key) {
            check(topic, headers);
            return super.deserialize(topic, headers, key);
        }
    }

    private static void check(String topic, Headers headers) {
        Header header = headers.lastHeader(HEADER);
        if (header == null) {
            return;
        }
        String version = header.value() == null ? "" : new String(header.value(), StandardCharsets.US_ASCII);
        if (!version.equals(Integer.toString(CURRENT))) {
            throw new SerializationException(topic + " has a record of format \"" + version
                    + "\"; this release reads format " + CURRENT + ": upgrade this service");
        }
    }
}
