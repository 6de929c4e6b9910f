// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.site;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file system in memory of a given size, mounted on a folder for the time of a run. Only root can make one. */
public final class SmallDisk implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SmallDisk.class);
    private static final String BALLAST = "ballast";
    private static final int CHUNK_BYTES = 1 << 20;

    private final Path folder;
    private final Thread hook = new Thread(this::unmount, "small-disk-end");

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts a file system of {@code megabytes} on {@code folder}; empty, with the reason told to {@code why}, where that is not allowed. */
    public static Optional<SmallDisk> mount(Path folder, int megabytes, Consumer<String> why)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try {
            run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "pathproof-attack", folder.toString());
        } catch (IOException e) {
            why.accept(e.getMessage());
            return Optional.empty();
        }
        SmallDisk disk = new SmallDisk(folder);
        Runtime.getRuntime().addShutdownHook(disk.hook);
        return Optional.of(disk);
    }

    /** Returns the bytes that can still be written. */
    public long freeBytes() throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    /** Writes a file until only {@code left} bytes are free. Other writers share the disk, so the result is approximate. */
    public void fill(long left) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (OutputStream ballast =
                Files.newOutputStream(folder.resolve(BALLAST), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (long free = freeBytes(); free > left; free = freeBytes()) {
                ballast.write(chunk, 0, Math.toIntExact(Math.min(chunk.length, free - left)));
            }
        }
    }

    /** Deletes the file that {@link #fill} wrote. */
    public void release() throws IOException {
        Files.deleteIfExists(folder.resolve(BALLAST));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(Arrays.toString(command) + ": " + output);
        }
    }

    private void unmount() {
        try {
            run("umount", "-l", folder.toString());
        } catch (IOException e) {
            log.debug("{} was not mounted", folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        unmount();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
