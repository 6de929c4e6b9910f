// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the manifest: {@code manifest-N}, one line of JSON and one line with its CRC-32C. The two newest manifests are
 * kept, and the files that they name. If the newest one is damaged, the one before it applies, and the records after it
 * are read from Kafka again. Not thread-safe, except {@link #current}.
 */
public final class ManifestStore {
    private static final Logger log = LoggerFactory.getLogger(ManifestStore.class);
    private static final String PREFIX = "manifest-";
    private static final String SUM = "crc32c ";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DataFolder folder;
    private volatile Manifest current;
    private Set<String> earlierNames = Set.of();
    private long number;

    private ManifestStore(DataFolder folder, Manifest current, long number) {
        this.folder = folder;
        this.current = current;
        this.number = number;
    }

    /**
     * Reads the newest manifest of a folder, and deletes all files that it does not name. An empty folder has
     * {@link Manifest#EMPTY}.
     *
     * @throws IOException if there are manifests, and none can be read
     */
    public static ManifestStore open(DataFolder folder) throws IOException {
        List<Path> found = manifests(folder);
        Manifest manifest = found.isEmpty() ? Manifest.EMPTY : null;
        for (Path file : found) {
            manifest = read(file);
            if (manifest != null) {
                break;
            }
            log.error(getMarker("history-manifest-damaged"), "manifest of the history is damaged: file={}", file);
            Files.move(file, file.resolveSibling("damaged-" + file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
        if (manifest == null) {
            throw new IOException("no manifest in " + folder.root()
                    + " can be read: restore one, or set pathproof.history.directory to an empty folder");
        }
        folder.deleteOthers(manifest.names());
        ManifestStore store = new ManifestStore(folder, manifest, found.isEmpty() ? 0 : number(found.getFirst()));
        store.earlierNames = manifest.names();
        return store;
    }

    /** Returns the manifests of a folder, newest first. */
    private static List<Path> manifests(DataFolder folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.root())) {
            return files.filter(file -> file.getFileName().toString().matches(PREFIX + "[0-9]{1,18}"))
                    .sorted(Comparator.comparingLong(ManifestStore::number).reversed())
                    .toList();
        }
    }

    private static long number(Path file) {
        long number = 0;
        for (char digit :
                file.getFileName().toString().substring(PREFIX.length()).toCharArray()) {
            number = number * 10 + digit - '0';
        }
        return number;
    }

    /** Reads a manifest; returns null for a damaged one. */
    private static @Nullable Manifest read(Path file) throws IOException {
        List<String> lines =
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
        if (lines.size() != 2) {
            return null;
        }
        byte[] json = lines.getFirst().getBytes(StandardCharsets.ISO_8859_1);
        if (!lines.getLast().equals(SUM + Long.toHexString(CheckSum.of(json)))) {
            return null;
        }
        try {
            Manifest manifest = JSON.readValue(json, Manifest.class);
            if (manifest.format() != Manifest.FORMAT) {
                throw new IOException(file + " has format " + manifest.format() + "; this release reads format "
                        + Manifest.FORMAT + ": upgrade the history");
            }
            return manifest;
        } catch (JacksonException e) {
            log.debug("no manifest", e);
            return null;
        }
    }

    /** Returns the manifest that applies now. */
    public Manifest current() {
        return current;
    }

    /**
     * Makes a manifest the current one. After a failure, the former manifest stays current.
     *
     * @return names of files that no stored manifest names any more
     */
    public Set<String> commit(Manifest next) throws IOException {
        long nextNumber = number + 1;
        Path file = folder.root().resolve(PREFIX + nextNumber);
        Path temporary = folder.temporary(PREFIX + nextNumber);
        byte[] json = JSON.writeValueAsBytes(next);
        String sum = "\n" + SUM + Long.toHexString(CheckSum.of(json)) + "\n";
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(channel, json);
            write(channel, sum.getBytes(StandardCharsets.ISO_8859_1));
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(folder.root());
        Files.deleteIfExists(folder.root().resolve(PREFIX + (number - 1)));
        number = nextNumber;
        Set<String> names = next.names();
        Set<String> former = current.names();
        Set<String> unnamed = new HashSet<>(earlierNames);
        unnamed.removeAll(names);
        unnamed.removeAll(former);
        earlierNames = former;
        current = next;
        return unnamed;
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
