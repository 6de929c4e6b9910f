// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import org.pathproof.wire.bgp.Nlri;
import tools.jackson.core.JsonGenerator;

/** Writes members of a JSON object that are arrays of strings. */
final class JsonArrays {
    private JsonArrays() {}

    /** Writes an array of prefixes, if there are any. A prefix with a path identifier is "PREFIX path-id N". */
    static void writeNlri(JsonGenerator json, String name, List<Nlri> nlri) {
        if (!nlri.isEmpty()) {
            writeStrings(
                    json,
                    name,
                    nlri.stream()
                            .map(n -> n.pathId() == 0 ? n.prefix().toString() : n.prefix() + " path-id " + n.pathId())
                            .toList());
        }
    }

    static void writeStrings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }
}
