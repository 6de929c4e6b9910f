// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.rpki.json.RpkiDocument;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.wire.rpki.RouterKey;

/** Reads the router keys of RPKI JSON files. */
final class KeyFiles {
    private KeyFiles() {}

    /**
     * Returns the router keys of all files together. Invalid entries are reported on {@code warnings} and skipped.
     * Expiry times are ignored, so that old updates can be validated with the keys of their time.
     */
    static KeyLookup read(List<Path> files, PrintWriter warnings) throws IOException {
        List<RouterKey> keys = new ArrayList<>();
        for (Path file : files) {
            RpkiDocument document = RpkiJsonReader.read(file, null);
            if (!document.readable()) {
                throw new CommandFailure(
                        document.problems().isEmpty()
                                ? file + ": not RPKI JSON"
                                : document.problems().getLast().toString());
            }
            for (JsonProblem problem : document.problems()) {
                warnings.println("pathproof verify: " + problem);
            }
            document.objects().stream()
                    .filter(RouterKey.class::isInstance)
                    .map(RouterKey.class::cast)
                    .forEach(keys::add);
        }
        if (keys.isEmpty()) {
            warnings.println("pathproof verify: no router key in " + files);
        }
        warnings.flush();
        return RpkiSnapshot.of(0, new Serial(0), keys)::routerKeys;
    }
}
