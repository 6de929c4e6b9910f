// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import java.util.List;
import java.util.stream.StreamSupport;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;
import tools.jackson.databind.json.JsonMapper;

/** The router keys of NIST's test vectors. */
final class NistKeys {
    private NistKeys() {}

    static List<RouterKey> all() {
        return StreamSupport.stream(
                        JsonMapper.shared()
                                .readTree(TestData.text("vectors/nist-keys.json"))
                                .spliterator(),
                        false)
                .map(key -> new RouterKey(
                        key.path("asn").asLong(),
                        Bytes.fromHex(key.path("ski").asString()),
                        Bytes.fromHex(key.path("spki_der_hex").asString())))
                .toList();
    }
}
