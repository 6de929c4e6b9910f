// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchedFileTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = Files.writeString(folder.resolve("watched"), "first");
    }

    @Test
    void readsAnUnchangedFileOnce() {
        AtomicInteger reads = new AtomicInteger();
        WatchedFile<Integer> watched = new WatchedFile<>(file, path -> reads.incrementAndGet());

        assertThat(watched.poll()).isTrue();
        assertThat(watched.poll()).isFalse();
        assertThat(watched.content()).isEqualTo(1);
    }

    @Test
    void readsAnUnchangedFileAgainAfterAReadError() {
        AtomicInteger attempts = new AtomicInteger();
        WatchedFile<String> watched = new WatchedFile<>(file, path -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IOException("stale file handle");
            }
            return Files.readString(path);
        });

        assertThat(watched.poll()).isFalse();
        assertThat(watched.problem()).isEqualTo(file + " is unusable: stale file handle");
        assertThat(watched.poll()).isFalse();
        assertThat(watched.poll()).isTrue();
        assertThat(watched.content()).isEqualTo("first");
        assertThat(watched.problem()).isNull();
    }

    @Test
    void readsAnUnchangedFileAgainAfterAnUnexpectedException() {
        AtomicInteger attempts = new AtomicInteger();
        WatchedFile<String> watched = new WatchedFile<>(file, path -> {
            if (attempts.incrementAndGet() == 1) {
                throw new UncheckedIOException(new IOException("unexpected"));
            }
            return Files.readString(path);
        });

        assertThat(watched.poll()).isFalse();
        assertThat(watched.problem()).contains("unexpected");
        assertThat(watched.poll()).isTrue();
    }

    @Test
    void keepsTheContentWhileTheFileIsMissing() throws IOException {
        WatchedFile<String> watched = new WatchedFile<>(file, Files::readString);
        watched.poll();
        Files.delete(file);

        assertThat(watched.poll()).isFalse();
        assertThat(watched.content()).isEqualTo("first");
        assertThat(watched.problem()).contains(file.toString());
    }
}
