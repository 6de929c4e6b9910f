// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.standalone.console.StartFailure;

/**
 * The folder of all persistent data: the broker's logs, the validator's identity, Redis's file, and log files. One
 * process at a time holds its lock, and the operating system releases the lock at the end of that process. Only the
 * owner of the folder can read it.
 */
public final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    /** Folder at the top of new ext4 file systems. */
    private static final String LOST_AND_FOUND = "lost+found";

    /**
     * Open folders of this process. The references keep their locks from garbage collection, which would release them.
     */
    private static final Set<DataFolder> OWNED = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final FileChannel channel;

    private DataFolder(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Locks the folder, after creating it if it is missing, and closes it to other users.
     *
     * @throws StartFailure if the folder is in use, cannot be created, belongs to another user or has foreign files
     */
    public static DataFolder open(Path root) {
        FileChannel channel = null;
        try {
            OwnerOnly.createFolders(root);
            requireOwn(root);
            channel = FileChannel.open(
                    root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String owner = owner(channel);
                channel.close();
                throw new StartFailure("the data folder " + root + " is in use by another Pathproof"
                        + (owner.isEmpty() ? "" : " (process " + owner + ")"));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            DataFolder folder = new DataFolder(root.toRealPath(), channel);
            OwnerOnly.restrict(folder.root, LOST_AND_FOUND);
            OWNED.add(folder);
            return folder;
        } catch (StartFailure e) {
            closeAfter(channel, e);
            throw e;
        } catch (IOException e) {
            closeAfter(channel, e);
            throw new StartFailure("the data folder " + root + " cannot be used: " + words(e), e);
        }
    }

    /**
     * Closes all files and folders to other users again, because Kafka and Redis create theirs with the mask of the
     * process.
     *
     * @throws StartFailure if a mode cannot be set
     */
    public void restrict() {
        try {
            OwnerOnly.restrict(root, LOST_AND_FOUND);
        } catch (IOException e) {
            throw new StartFailure("the data folder " + root + " cannot be closed to other users: " + words(e), e);
        }
    }

    /** Returns the absolute path of the folder. */
    public Path root() {
        return root;
    }

    /** Returns a subfolder, after creating it if it is missing. */
    public Path folder(String name) {
        Path folder = root.resolve(name);
        try {
            return OwnerOnly.createFolders(folder);
        } catch (IOException e) {
            throw new StartFailure("the data folder " + folder + " cannot be created: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        OWNED.remove(this);
        channel.close(); // releases the lock
    }

    /** Refuses a folder with foreign files, because all files in it will be closed to other users. */
    private static void requireOwn(Path root) throws IOException {
        OwnerOnly.requireOwner(root);
        List<Path> inside;
        try (Stream<Path> entries = Files.list(root)) {
            inside = entries.filter(entry -> !entry.getFileName().toString().equals(LOST_AND_FOUND))
                    .toList();
        }
        if (!inside.isEmpty() && !Files.exists(root.resolve(LOCK))) {
            throw new StartFailure("the data folder " + root + " holds files of other programs ("
                    + inside.getFirst().getFileName() + "): choose a new or empty folder with --data");
        }
    }

    private static String words(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException file -> file.getFile() + " is not a folder";
            case AccessDeniedException refused -> refused.getFile() + " is not writable";
            case NoSuchFileException missing -> missing.getFile() + " cannot be created";
            default -> e.toString();
        };
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this process holds the lock
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(20);
        channel.read(text, 0);
        return StandardCharsets.US_ASCII.decode(text.flip()).toString().strip();
    }

    private static void closeAfter(@Nullable FileChannel channel, Exception cause) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
