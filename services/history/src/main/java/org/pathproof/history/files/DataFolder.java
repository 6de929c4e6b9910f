// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder of the history's files, which one process uses at a time. */
public final class DataFolder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DataFolder.class);
    private static final String TEMPORARY = "temporary";
    private static final String DAMAGED = ".damaged";
    private static final String LOCK = "lock";

    private final Path root;
    private final FileChannel lockFile;

    private DataFolder(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Opens a folder, creates it if necessary, and deletes what a killed process left in its temporary folder.
     *
     * @throws IOException if another process uses the folder, or it cannot be written
     */
    public static DataFolder open(Path root) throws IOException {
        Path real = Files.createDirectories(root).toRealPath();
        FileChannel lockFile =
                FileChannel.open(real.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(lockFile)) {
            lockFile.close();
            throw new IOException("another process uses the history in " + real
                    + ": set pathproof.history.directory to a folder of its own");
        }
        DataFolder folder = new DataFolder(real, lockFile);
        folder.deleteTree(folder.temporary());
        Files.createDirectories(folder.temporary());
        return folder;
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            @Nullable FileLock lock = file.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            log.debug("locked by this process", e);
            return false;
        }
    }

    /** Returns the folder. */
    public Path root() {
        return root;
    }

    /** Returns the folder for files that no restart needs. */
    public Path temporary() {
        return root.resolve(TEMPORARY);
    }

    /** Returns the path of a file. */
    public Path path(DataFile file) {
        return root.resolve(file.name());
    }

    /** Returns the path under which a file is written. */
    public Path temporary(String name) {
        return temporary().resolve(name.replace('/', '_'));
    }

    /**
     * Forces a file from its temporary name to the disk, and renames it.
     *
     * @param name path below this folder, with slashes
     * @return the size in bytes and the CRC-32C
     */
    public long[] finish(String name) throws IOException {
        Path from = temporary(name);
        Path to = root.resolve(name);
        long sum = CheckSum.of(from);
        long bytes;
        try (FileChannel file = FileChannel.open(from, StandardOpenOption.WRITE)) {
            file.force(true);
            bytes = file.size();
        }
        List<Path> created = createFolders(to);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        for (Path folder : created) {
            force(folder);
        }
        return new long[] {bytes, sum};
    }

    /** Creates the folders above a file. Returns the folders whose content changes. */
    private List<Path> createFolders(Path file) throws IOException {
        List<Path> changed = new ArrayList<>();
        Path folder = file.getParent();
        if (folder == null) {
            return changed;
        }
        changed.add(folder);
        for (Path above = folder; !Files.exists(above) && above.getParent() != null; above = above.getParent()) {
            changed.add(above.getParent());
        }
        Files.createDirectories(folder);
        return changed;
    }

    /** Forces the entries of a folder to the disk. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Returns true if a file has the bytes that the manifest describes. */
    public boolean isIntact(DataFile file) throws IOException {
        Path path = path(file);
        try {
            return Files.size(path) == file.bytes() && CheckSum.of(path) == file.crc32c();
        } catch (NoSuchFileException e) {
            log.debug("file is missing", e);
            return false;
        }
    }

    /** Renames a damaged file, so that no process reads it and an operator can look at it. */
    public void setAside(DataFile file) throws IOException {
        Path path = path(file);
        log.error(
                getMarker("history-file-damaged"),
                "file of the history is damaged or missing, set aside: file={} rows={}",
                file.name(),
                file.rows());
        if (Files.exists(path)) {
            Files.move(path, root.resolve(file.name() + DAMAGED), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Deletes a file and the folders above it that become empty. */
    public void delete(String name) {
        try {
            Files.deleteIfExists(root.resolve(name));
            Path folder = root.resolve(name).getParent();
            while (folder != null && !folder.equals(root) && isEmpty(folder)) {
                Files.delete(folder);
                folder = folder.getParent();
            }
        } catch (IOException e) {
            log.warn(
                    getMarker("history-file-not-deleted"),
                    "file of the history not deleted: file={} error={}",
                    name,
                    e.toString());
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** Deletes all Parquet files that are not among the names. */
    public void deleteOthers(Set<String> names) throws IOException {
        List<String> others = new ArrayList<>();
        for (Dataset dataset : Dataset.values()) {
            Path folder = root.resolve(dataset.folder());
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".parquet"))
                            .map(file -> root.relativize(file).toString())
                            .filter(name -> !names.contains(name))
                            .forEach(others::add);
                }
            }
        }
        others.forEach(this::delete);
    }

    private void deleteTree(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Ends the use of the folder by this process. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
