// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpFramer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads BMP streams of real routers, and their expected content. */
public final class Captures {
    private Captures() {}

    /** Returns the bytes of a stream, such as {@code frr-8.4.4}. */
    public static byte[] stream(String name) {
        return TestData.bytes("bmp/" + name + ".bmp");
    }

    public static List<Bytes> messages(String name) {
        Bytes rest = Bytes.wrap(stream(name));
        List<Bytes> messages = new ArrayList<>();
        while (!rest.isEmpty()) {
            int length = BmpFramer.messageLength(rest.slice(0, BmpFramer.HEADER_LENGTH), 1 << 20)
                    .orThrow();
            messages.add(rest.slice(0, length));
            rest = rest.from(length);
        }
        return messages;
    }

    static JsonNode expected(String name) {
        return JsonMapper.shared().readTree(TestData.text("bmp/" + name + ".expected.json"));
    }
}
