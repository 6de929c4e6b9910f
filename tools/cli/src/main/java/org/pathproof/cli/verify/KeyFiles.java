// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.cli.CommandFailure;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.rpki.json.RpkiDocument;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.wire.rpki.RouterKey;

/** The router keys of RPKI JSON files, all taken together. */
final class KeyFiles {
    private KeyFiles() {}

    /**
     * Reads files; entries that are no good are named on {@code warnings} and left out. Keys count whatever expiry time stands
     * beside them: old updates are to be judged with the keys of their time.
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
            warnings.println("pathproof verify: there is no router key in " + files);
        }
        warnings.flush();
        return RpkiSnapshot.of(0, new Serial(0), keys)::routerKeys;
    }
}
