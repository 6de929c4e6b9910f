// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the listing of a folder whose files are created and deleted in the meantime. */
class LiveFolderTest {
    private static final int LISTINGS = 500;

    @TempDir
    Path folder;

    @Test
    void sumsUpAllFilesOfAllSubfolders() throws Exception {
        Files.write(folder.resolve("1.log"), new byte[3]);
        Files.write(Files.createDirectories(folder.resolve("a/b")).resolve("2.log"), new byte[5]);
        assertThat(LiveFolder.sizes(folder))
                .containsOnly(Map.entry(folder.resolve("1.log"), 3L), Map.entry(folder.resolve("a/b/2.log"), 5L));
    }

    @Test
    void keepsStableFilesWhileOthersDisappear() throws Exception {
        Path stable = Files.write(folder.resolve("stable.log"), new byte[7]);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> churn(stop));
        try {
            for (int i = 0; i < LISTINGS; i++) {
                assertThat(LiveFolder.sizes(folder)).containsEntry(stable, 7L);
            }
        } finally {
            stop.set(true);
        }
        churn.join();
    }

    @Test
    void reportsAMissingFolder() {
        assertThatThrownBy(() -> LiveFolder.sizes(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    private void churn(AtomicBoolean stop) {
        try {
            while (!stop.get()) {
                Path inside = Files.createDirectories(folder.resolve("partition"));
                for (int i = 0; i < 8; i++) {
                    Files.write(inside.resolve(i + ".log"), new byte[1]);
                }
                for (int i = 0; i < 8; i++) {
                    Files.delete(inside.resolve(i + ".log"));
                }
                Files.delete(inside);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
