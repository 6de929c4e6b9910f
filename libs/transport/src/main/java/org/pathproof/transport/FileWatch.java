// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notices changes of files, and of links to them. Looks at the files at most once a second. */
public final class FileWatch {
    /** Minimum time between two looks at the files. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private record State(
            FileTime modified, long size, @Nullable Object file) {}

    private final List<Path> files;
    private final boolean settled;
    private List<State> reported;
    private List<State> seen;
    private long lookedAt;

    /**
     * Remembers the state of files.
     *
     * @param settled true to report a change only when it is one second old. A program that writes a file in place has
     *     then written all of it.
     * @throws IOException if a file does not exist
     */
    public FileWatch(List<Path> files, boolean settled) throws IOException {
        this.files = List.copyOf(files);
        this.settled = settled;
        reported = states();
        seen = reported;
        lookedAt = System.nanoTime();
    }

    /**
     * Returns true if the files have changed since their last reported change.
     *
     * @throws IOException if a file does not exist; the next call looks again
     */
    public boolean hasChanged() throws IOException {
        if (System.nanoTime() - lookedAt < INTERVAL.toNanos()) {
            return false;
        }
        lookedAt = System.nanoTime();
        List<State> now = states();
        boolean changed = !now.equals(reported) && (!settled || now.equals(seen) || isOld(now));
        seen = now;
        if (changed) {
            reported = now;
        }
        return changed;
    }

    /** Reports a change at the next look, because the files could not be used. */
    public void lookAgain() {
        reported = List.of();
    }

    private static boolean isOld(List<State> states) {
        Instant limit = Instant.now().minus(INTERVAL);
        return states.stream().allMatch(state -> state.modified().toInstant().isBefore(limit));
    }

    private List<State> states() throws IOException {
        List<State> states = new ArrayList<>();
        for (Path file : files) {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            states.add(new State(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
        }
        return states;
    }
}
