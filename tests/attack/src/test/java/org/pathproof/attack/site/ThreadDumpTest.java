// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ThreadDumpTest {
    @Test
    void countsTheThreadsThatWaitInOneMethod(@TempDir Path folder) throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        Thread one = Thread.ofVirtual().start(() -> awaitEnd(end));
        Thread other = Thread.ofVirtual().start(() -> awaitEnd(end));
        try {
            await().until(() -> one.getState() == Thread.State.WAITING && other.getState() == Thread.State.WAITING);
            Path file = folder.resolve("threads.txt");
            ThreadDump.write(ProcessHandle.current().pid(), file);

            assertThat(ThreadDump.summarize(file))
                    .anyMatch(line -> line.startsWith("2 WAITING attack.site.ThreadDumpTest.awaitEnd("));
        } finally {
            end.countDown();
        }
    }

    @Test
    void namesTheFailureOfTheTool(@TempDir Path folder) {
        Path file = folder.resolve("no-such-folder").resolve("threads.txt");
        assertThatThrownBy(() -> ThreadDump.write(Long.MAX_VALUE, file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("jcmd failed: ");
    }

    private static void awaitEnd(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
