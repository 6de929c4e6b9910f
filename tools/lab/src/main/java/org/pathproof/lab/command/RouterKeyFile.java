// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiDocument;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;

/** Files of router keys, as RPKI JSON in the form of rpki-client. */
final class RouterKeyFile {
    private RouterKeyFile() {}

    /** Writes router keys. The build time is the epoch, so that the same keys give the same bytes. */
    static void write(List<RouterKey> keys, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            RpkiJsonWriter.write(
                    RpkiSnapshot.of(0, new Serial(0), keys), Instant.EPOCH, RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
    }

    /**
     * Reads the objects of a file.
     *
     * @throws IOException if the file has an invalid entry
     */
    static List<RpkiObject> read(Path file) throws IOException {
        RpkiDocument document = RpkiJsonReader.read(file, null);
        if (!document.problems().isEmpty()) {
            throw new IOException(document.problems().getFirst().toString());
        }
        return document.objects();
    }
}
