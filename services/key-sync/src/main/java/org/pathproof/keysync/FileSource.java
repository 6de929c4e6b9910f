// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiDocument;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.settings.WatchedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File with the RPKI JSON of an RPKI validator, such as Routinator. Bad entries are skipped, and the first 20 problems
 * are logged. An incomplete file is not used.
 */
final class FileSource implements Source {
    private static final Logger log = LoggerFactory.getLogger(FileSource.class);

    private final Path path;
    private final RpkiBounds bounds;
    private final Clock clock;
    private final Duration poll;
    private final WatchedFile<RpkiSnapshot> file;
    private Instant nextPoll = Instant.MIN;
    private @Nullable Instant confirmed;

    FileSource(Path path, Duration poll, RpkiBounds bounds, Clock clock) {
        this.bounds = bounds;
        this.path = path;
        this.clock = clock;
        this.poll = poll;
        this.file = new WatchedFile<>(path, this::load);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public synchronized Reading read() {
        Instant now = clock.instant();
        if (!now.isBefore(nextPoll)) {
            nextPoll = now.plus(poll);
            file.poll();
            if (file.problem() == null) {
                confirmed = now;
            }
        }
        return new Reading(file.content(), confirmed, null, file.problem());
    }

    private RpkiSnapshot load(Path from) throws IOException {
        RpkiDocument document = RpkiJsonReader.read(from, clock.instant(), bounds);
        document.problems().stream()
                .limit(20)
                .forEach(problem -> log.warn(getMarker("rpki-file-problem"), "RPKI file: problem=\"{}\"", problem));
        if (!document.readable()) {
            throw new IOException(document.problems().getFirst().toString());
        }
        return RpkiSnapshot.of(0, new Serial(0), document.objects());
    }

    @Override
    public void close() {
        log.debug("file no longer watched: file={}", path);
    }
}
