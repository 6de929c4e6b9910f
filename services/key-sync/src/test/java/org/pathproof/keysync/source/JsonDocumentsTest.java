// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.provenance.RefusedObject;

/** Tests the entries of a document that are listed with reasons. */
class JsonDocumentsTest {
    private final JsonDocuments documents = new JsonDocuments("rpki.json", RpkiBounds.DEFAULT);

    @Test
    void listsRefusedEntriesBeforeRepeatedOnesAndCountsOnlyTheRefused() throws IOException {
        String json = """
                {"roas": [
                   {"asn": 64496, "prefix": "192.0.2.0/24"},
                   {"asn": 64496, "prefix": "192.0.2.0/24"},
                   {"asn": 64496, "prefix": "192.0.2.0/33"}]}
                """;
        JsonDocuments.Content content = documents.read(new ByteArrayInputStream(json.getBytes(UTF_8)), Instant.EPOCH);
        assertThat(content.data().allVrps()).hasSize(1);
        assertThat(content.refused()).isEqualTo(1);
        assertThat(content.refusals())
                .extracting(RefusedObject::object)
                .satisfiesExactly(
                        refused ->
                                assertThat(refused).startsWith("rpki.json:4:").endsWith(" roas[2].prefix"),
                        repeated ->
                                assertThat(repeated).startsWith("rpki.json:3:").endsWith(" roas[1]"));
        assertThat(content.refusals().getLast().reason()).isEqualTo("repeats an earlier entry, counts once");
    }
}
