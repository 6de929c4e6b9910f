// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A file system of its own, of a size that a test can fill: a tmpfs. Skips the test, loudly, where nothing can be mounted. */
final class SmallDisk implements AutoCloseable {
    private static final int MIB = 1 << 20;

    private final Path folder;
    private final Path filler;

    private SmallDisk(Path folder) {
        this.folder = folder;
        this.filler = folder.resolve("filler");
    }

    static SmallDisk mount(Path folder, int mebibytes) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Program.Outcome mounted = Program.run(
                "mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m,mode=0700", "pathproof-test", folder.toString());
        Assumptions.assumeTrue(
                mounted.exitCode() == 0, () -> "SKIPPED: a small disk cannot be mounted here: " + mounted.output());
        return new SmallDisk(folder);
    }

    /** Writes a file that leaves so much free. */
    void fill(int leaveMebibytes) {
        try (RandomAccessFile file = new RandomAccessFile(filler.toFile(), "rw")) {
            byte[] zeros = new byte[MIB];
            file.seek(file.length());
            while (free() > leaveMebibytes) {
                file.write(zeros);
            }
        } catch (IOException e) {
            if (leaveMebibytes > 0) {
                throw new UncheckedIOException(e);
            }
            // Full, as was asked for.
        }
    }

    /** Makes the room again that {@link #fill} took. */
    void makeRoom() {
        try {
            Files.deleteIfExists(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Mebibytes. */
    long free() {
        return folder.toFile().getUsableSpace() / MIB;
    }

    /** Lazily: a process that still ends may hold files. */
    @Override
    public void close() {
        Program.run("umount", "--lazy", folder.toString());
    }
}
