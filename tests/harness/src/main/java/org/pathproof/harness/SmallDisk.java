// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory of a given size, mounted on a folder until {@link #close}. Only root can mount one. */
public final class SmallDisk implements AutoCloseable {
    private static final String BALLAST = "ballast";
    private static final int MIB = 1 << 20;

    private final Path folder;
    private final Thread hook = new Thread(this::unmount, "small-disk-end");

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /**
     * Mounts a file system. Returns empty, and passes the reason to {@code reasons}, where mounting is not permitted.
     *
     * @param mebibytes size of the file system
     */
    public static Optional<SmallDisk> mount(Path folder, int mebibytes, Consumer<String> reasons) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ChildProcess.Outcome mounted = ChildProcess.run(
                "mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m,mode=0700", "pathproof-test", folder.toString());
        if (mounted.exitCode() != 0) {
            reasons.accept(mounted.output().strip());
            return Optional.empty();
        }
        SmallDisk disk = new SmallDisk(folder);
        Runtime.getRuntime().addShutdownHook(disk.hook);
        return Optional.of(disk);
    }

    /** Mounts a file system; aborts the test where mounting is not permitted. */
    public static SmallDisk require(Path folder, int mebibytes) {
        return mount(folder, mebibytes, reason -> Assumptions.abort("SKIPPED: no small disk can be mounted: " + reason))
                .orElseThrow();
    }

    /** Returns the number of bytes that can still be written. */
    public long freeBytes() {
        return folder.toFile().getUsableSpace();
    }

    /**
     * Writes a file until only {@code left} bytes are free. Other writers share the disk, so the result is
     * approximate.
     */
    public void fill(long left) {
        byte[] zeros = new byte[MIB];
        try (OutputStream ballast =
                Files.newOutputStream(folder.resolve(BALLAST), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (long free = freeBytes(); free > left; free = freeBytes()) {
                ballast.write(zeros, 0, Math.toIntExact(Math.min(MIB, free - left)));
            }
        } catch (IOException e) {
            if (left > 0) { // with 0, the error "no space left" is expected
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Deletes the file that {@link #fill} wrote. */
    public void release() {
        try {
            Files.deleteIfExists(folder.resolve(BALLAST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unmounts lazily, because a process that has not ended yet may hold files open. */
    private void unmount() {
        ChildProcess.run("umount", "--lazy", folder.toString());
    }

    @Override
    public void close() {
        unmount();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
