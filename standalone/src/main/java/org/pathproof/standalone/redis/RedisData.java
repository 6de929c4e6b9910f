// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.data.OwnerOnly;

/**
 * The data files of Redis, and copies of damaged ones. All data can be read again from the RPKI caches, so damaged
 * files are moved aside instead of repaired. The newest copies are kept for analysis.
 */
final class RedisData {
    private static final String ASIDE = "damaged-";
    private static final int MAX_COPIES = 3;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path folder;
    private final Clock clock;

    RedisData(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    boolean isEmpty() {
        return files().isEmpty();
    }

    /** Moves the data aside, and returns the new folder. */
    Path setAside() {
        try {
            Path aside = OwnerOnly.createFolders(folder.resolve(ASIDE + TIME.format(clock.instant())));
            move(files(), aside);
            return aside;
        } catch (IOException e) {
            throw new StartFailure("the data of Redis in " + folder + " cannot be set aside: " + e, e);
        }
    }

    /** Reverts {@link #setAside}. Newer files are deleted. */
    void restore(Path aside) {
        try {
            for (Path made : files()) {
                delete(made);
            }
            try (Stream<Path> inside = Files.list(aside)) {
                move(inside.toList(), folder);
            }
            Files.delete(aside);
        } catch (IOException e) {
            throw new StartFailure("the data of Redis in " + aside + " cannot be restored: " + e, e);
        }
    }

    /** Deletes all copies except the newest three. */
    void deleteOldCopies() {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> copies = entries.filter(RedisData::isAside)
                    .sorted(Comparator.reverseOrder()) // their names begin with the time
                    .toList();
            for (Path copy : copies.stream().skip(MAX_COPIES).toList()) {
                delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("old copies in " + folder + " cannot be deleted", e);
        }
    }

    /** Returns the files that Redis reads at its start. */
    private List<Path> files() {
        return Stream.of("appendonlydir", "appendonly.aof", "dump.rdb")
                .map(folder::resolve)
                .filter(Files::exists)
                .toList();
    }

    private static boolean isAside(Path path) {
        return path.getFileName().toString().startsWith(ASIDE);
    }

    private static void move(List<Path> files, Path to) throws IOException {
        for (Path file : files) {
            Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> inside = Files.walk(path)) {
            for (Path entry : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
