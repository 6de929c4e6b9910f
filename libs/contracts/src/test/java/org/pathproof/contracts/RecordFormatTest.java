// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that readers refuse records of later versions. */
class RecordFormatTest {
    private static final byte[] KEY = {1, 2, 3};

    private final Deserializer<byte[]> keys = RecordFormat.keyDeserializer();

    @Test
    void readsRecordsWithoutAVersionAndOfTheCurrentVersion() {
        assertThat(keys.deserialize(Topics.ROUTES, new RecordHeaders(), KEY)).isEqualTo(KEY);
        assertThat(keys.deserialize(Topics.ROUTES, version("1"), KEY)).isEqualTo(KEY);
        assertThat(keys.deserialize(Topics.ROUTES, version("1"), ByteBuffer.wrap(KEY)))
                .isEqualTo(KEY);
        Headers others = new RecordHeaders().add("traceparent", KEY);
        assertThat(keys.deserialize(Topics.ROUTES, others, KEY)).isEqualTo(KEY);
    }

    @Test
    void refusesOtherVersionsByName() {
        for (String version : new String[] {"2", "0", "", "one"}) {
            assertThatThrownBy(() -> keys.deserialize(Topics.ROUTES, version(version), KEY))
                    .isInstanceOf(SerializationException.class)
                    .hasMessage("pathproof.routes has a record of format \"" + version
                            + "\"; this release reads format 1: upgrade this service");
            assertThatThrownBy(() -> keys.deserialize(Topics.ROUTES, version(version), ByteBuffer.wrap(KEY)))
                    .isInstanceOf(SerializationException.class);
        }
        assertThatThrownBy(() -> keys.deserialize(Topics.ROUTES, version(null), KEY))
                .isInstanceOf(SerializationException.class);
    }

    private static Headers version(@Nullable String version) {
        return new RecordHeaders()
                .add(RecordFormat.HEADER, version == null ? null : version.getBytes(StandardCharsets.US_ASCII));
    }
}
