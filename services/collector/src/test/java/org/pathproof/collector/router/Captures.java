// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpFramer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** BMP streams of real routers, and what is known to be in them. */
public final class Captures {
    private Captures() {}

    /** The octets of a stream; ends the test, loudly, where the shared data is not there. */
    public static byte[] stream(String name) {
        return read(name + ".bmp");
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
        return JsonMapper.shared().readTree(read(name + ".expected.json"));
    }

    private static byte[] read(String file) {
        Path path = Path.of(System.getProperty("pathproof.shared.data"), "bmp", file);
        if (!Files.exists(path)) {
            Assumptions.abort("SKIPPED: no capture at " + path);
        }
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
