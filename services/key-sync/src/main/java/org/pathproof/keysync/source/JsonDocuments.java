// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.rpki.json.RpkiDocument;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.rpki.provenance.RefusedObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the RPKI JSON of one file or URL. Bad entries are skipped, and the first 20 problems are logged. An incomplete
 * document is refused.
 */
final class JsonDocuments {
    private static final Logger log = LoggerFactory.getLogger(JsonDocuments.class);
    private static final int MAX_LISTED = 20; // maximum number of problems in log and REST

    private final String name;
    private final RpkiBounds bounds;

    /**
     * The usable content of a document.
     *
     * @param refused number of refused entries, without repeated ones
     * @param refusals the first refused entries, then the first repeated ones, with reasons
     */
    record Content(RpkiSnapshot data, int refused, List<RefusedObject> refusals) {}

    JsonDocuments(String name, RpkiBounds bounds) {
        this.name = name;
        this.bounds = bounds;
    }

    /**
     * Reads a document to its end.
     *
     * @throws IOException if the document is not complete RPKI JSON; the message has the position
     */
    Content read(InputStream in, Instant now) throws IOException {
        RpkiDocument document = RpkiJsonReader.read(in, name, now, bounds);
        document.problems().stream()
                .limit(MAX_LISTED)
                .forEach(problem -> log.warn(getMarker("rpki-file-problem"), "RPKI file: problem=\"{}\"", problem));
        if (!document.readable()) {
            throw new IOException(document.problems().getFirst().toString());
        }
        if (document.repeated() > 0) {
            log.info(
                    "RPKI file: entries repeat earlier ones, which count once: count={} first=\"{}\"",
                    document.repeated(),
                    document.repetitions().getFirst());
        }
        return new Content(
                RpkiSnapshot.of(0, new Serial(0), document.objects()),
                document.problems().size(),
                Stream.concat(document.problems().stream(), document.repetitions().stream())
                        .limit(MAX_LISTED)
                        .map(JsonDocuments::refusal)
                        .toList());
    }

    private static RefusedObject refusal(JsonProblem problem) {
        return new RefusedObject(
                "%s:%d:%d %s".formatted(problem.source(), problem.line(), problem.column(), problem.field()),
                problem.message());
    }
}
