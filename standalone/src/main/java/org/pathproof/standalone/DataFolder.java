// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

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

/**
 * The one folder that holds what lasts: the broker's logs, the validator's stores, Redis's file, log files. One process at a time
 * owns it, until it is closed; the operating system drops the lock when that process ends, however it ends. Only its owner can read it.
 */
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    /** A file system of its own has this folder from the start. */
    private static final String LOST_AND_FOUND = "lost+found";

    /** The folders that this process owns: a lock that nobody refers to any more would be collected, and so released. */
    private static final Set<DataFolder> OWNED = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final FileChannel channel;

    private DataFolder(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Takes the folder, which is made when it does not exist. A folder from an earlier run is closed to other users. Throws StartFailure
     * when the folder cannot be had, or holds files of others.
     */
    static DataFolder open(Path root) {
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

    Path root() {
        return root;
    }

    /** A folder inside, made when it does not exist. */
    Path folder(String name) {
        Path folder = root.resolve(name);
        try {
            return OwnerOnly.createFolders(folder);
        } catch (IOException e) {
            throw new StartFailure("the data folder " + folder + " cannot be made: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        OWNED.remove(this);
        channel.close(); // the lock goes with it
    }

    /** Everything in the folder is closed to other users, so a folder that holds anything else must not be taken. */
    private static void requireOwn(Path root) throws IOException {
        OwnerOnly.requireOwner(root);
        List<Path> inside;
        try (Stream<Path> entries = Files.list(root)) {
            inside = entries.filter(entry -> !entry.getFileName().toString().equals(LOST_AND_FOUND))
                    .toList();
        }
        if (!inside.isEmpty() && !Files.exists(root.resolve(LOCK))) {
            throw new StartFailure("the data folder " + root + " holds files that are not Pathproof's ("
                    + inside.getFirst().getFileName() + "): name a new or an empty folder with --data");
        }
    }

    private static String words(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException file -> file.getFile() + " is not a folder";
            case AccessDeniedException refused -> refused.getFile() + " may not be written";
            case NoSuchFileException missing -> missing.getFile() + " cannot be made";
            default -> e.toString();
        };
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
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
