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
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The one folder that holds what lasts: the broker's logs, the validator's stores, Redis's file, log files. One process at a time
 * owns it, until it is closed; the operating system drops the lock when that process ends, however it ends.
 */
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    /** The folders that this process owns: a lock that nobody refers to any more would be collected, and so released. */
    private static final Set<DataFolder> OWNED = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final FileChannel channel;

    private DataFolder(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /** Takes the folder, which is made when it does not exist; throws StartFailure when it cannot be had. */
    static DataFolder open(Path root) {
        FileChannel channel = null;
        try {
            Files.createDirectories(root);
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
            OWNED.add(folder);
            return folder;
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
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StartFailure("the data folder " + folder + " cannot be made: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        OWNED.remove(this);
        channel.close(); // the lock goes with it
    }

    private static String words(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException file -> file.getFile() + " is not a folder";
            case AccessDeniedException refused -> refused.getFile() + " may not be written";
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

    private static void closeAfter(@Nullable FileChannel channel, IOException cause) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
