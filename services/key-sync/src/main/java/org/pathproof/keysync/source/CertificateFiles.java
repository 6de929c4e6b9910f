// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.certificates.CertificateFile;

/**
 * Files with certificates and CRLs, which are decoded again after changes. A changed file that cannot be read or
 * decoded keeps its earlier content, because it may be incomplete. A deleted file has no content. Not thread-safe.
 */
final class CertificateFiles {
    static final int MAX_FILES = 10_000;
    static final int MAX_FILE_BYTES = 1 << 20;
    static final long MAX_TOTAL_BYTES = 64L << 20;

    /** Stamp of a file that could not be read. Its permissions may change without a new stamp. */
    private static final String READ_AGAIN = "";

    private final List<Path> roots;
    private SortedMap<Path, Entry> entries = new TreeMap<>();

    /**
     * State of a file.
     *
     * @param stamp text that differs after each change
     * @param good newest decoded content; null before the first one
     * @param bad newer content that is not decoded, with the reason; null if there is none
     */
    private record Entry(
            String stamp,
            @Nullable CertificateFile good,
            @Nullable CertificateFile bad) {}

    /** Creates the files of {@code roots}: files, and folders without their subfolders and hidden files. */
    CertificateFiles(List<Path> roots) {
        this.roots = roots;
    }

    /**
     * Reads changed files. Returns true if any file has changed.
     *
     * @throws IOException if a root cannot be read, or if a bound is exceeded; all earlier content stays in use
     */
    boolean poll() throws IOException {
        SortedMap<Path, BasicFileAttributes> found = new TreeMap<>();
        for (Path root : roots) {
            list(root, found);
        }
        long total = found.values().stream()
                .mapToLong(file -> Math.min(file.size(), MAX_FILE_BYTES))
                .sum();
        if (total > MAX_TOTAL_BYTES) {
            throw new IOException("the files " + roots + " have more than " + (MAX_TOTAL_BYTES >> 20) + " MiB");
        }
        SortedMap<Path, Entry> next = new TreeMap<>();
        for (Map.Entry<Path, BasicFileAttributes> each : found.entrySet()) {
            Path file = each.getKey();
            BasicFileAttributes now = each.getValue();
            String stamp = now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
            Entry before = entries.get(file);
            next.put(file, before != null && before.stamp.equals(stamp) ? before : read(file, stamp, before));
        }
        boolean changed = !next.equals(entries);
        entries = next;
        return changed;
    }

    private static void list(Path root, SortedMap<Path, BasicFileAttributes> into) throws IOException {
        try {
            if (!Files.isDirectory(root)) {
                into.put(root, Files.readAttributes(root, BasicFileAttributes.class));
                return;
            }
            try (Stream<Path> files = Files.list(root)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (!file.getFileName().toString().startsWith(".") && Files.isRegularFile(file)) {
                        add(file, into);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException(root + " does not exist", e);
        }
    }

    private static void add(Path file, SortedMap<Path, BasicFileAttributes> into) throws IOException {
        try {
            into.put(file, Files.readAttributes(file, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            into.remove(file); // deleted after the folder was listed
        }
        if (into.size() > MAX_FILES) {
            throw new IOException(
                    String.format(Locale.ROOT, "%s has more than %,d files", file.getParent(), MAX_FILES));
        }
    }

    private static Entry read(Path file, String stamp, @Nullable Entry before) {
        String name = file.toString();
        CertificateFile earlier = before == null ? null : before.good;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_FILE_BYTES + 1);
            CertificateFile decoded = content.length > MAX_FILE_BYTES
                    ? CertificateFile.refused(name, "the file has more than " + (MAX_FILE_BYTES >> 20) + " MiB")
                    : CertificateFile.decode(name, content);
            return decoded.hasContent() ? new Entry(stamp, decoded, null) : new Entry(stamp, earlier, decoded);
        } catch (IOException e) {
            CertificateFile unreadable = CertificateFile.refused(name, "the file cannot be read: " + e);
            if (before != null && before.bad != null && before.bad.refusals().equals(unreadable.refusals())) {
                return before;
            }
            return new Entry(READ_AGAIN, earlier, unreadable);
        }
    }

    /** Returns the decoded content of all files, and the reasons for refused files. */
    List<CertificateFile> content() {
        List<CertificateFile> content = new ArrayList<>();
        for (Entry each : entries.values()) {
            if (each.good != null) {
                content.add(each.good);
            }
            if (each.bad != null) {
                content.add(each.bad);
            }
        }
        return content;
    }
}
