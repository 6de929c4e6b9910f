// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.settings.WatchedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File with the RPKI JSON of an RPKI validator, such as Routinator. An incomplete file is not used.
 */
final class FileSource implements Source {
    private static final Logger log = LoggerFactory.getLogger(FileSource.class);

    private final Path path;
    private final JsonDocuments documents;
    private final Clock clock;
    private final Duration poll;
    private final WatchedFile<JsonDocuments.Content> file;
    private Instant nextPoll = Instant.MIN;
    private @Nullable Instant confirmed;

    FileSource(Path path, Duration poll, RpkiBounds bounds, Clock clock) {
        this.documents = new JsonDocuments(path.toString(), bounds);
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
    public String kind() {
        return "file";
    }

    @Override
    public synchronized int refused() {
        JsonDocuments.Content content = file.content();
        return content == null ? 0 : content.refused();
    }

    @Override
    public synchronized List<RefusedObject> refusals() {
        JsonDocuments.Content content = file.content();
        return content == null ? List.of() : content.refusals();
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
        JsonDocuments.Content content = file.content();
        return new Reading(
                content == null ? null : content.data(),
                confirmed,
                confirmed == null ? null : confirmed.plus(EXPIRY),
                file.problem());
    }

    private JsonDocuments.Content load(Path from) throws IOException {
        try (InputStream in = Files.newInputStream(from)) {
            return documents.read(in, clock.instant());
        }
    }

    @Override
    public void close() {
        log.debug("file no longer watched: file={}", path);
    }
}
