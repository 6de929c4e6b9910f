// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedLogTest {
    private static final int MAX_FILE_BYTES = 20_000;

    @TempDir
    Path folder;

    @Test
    void keepsTheNewestOutputInTwoFilesOfBoundedSize() throws Exception {
        Path file = Files.writeString(folder.resolve("redis.log"), "an earlier run\n");
        String output = IntStream.range(0, 20_000)
                .mapToObj(number -> "line " + number + "\n")
                .collect(Collectors.joining());

        new BoundedLog(file, MAX_FILE_BYTES).follow(stream(output)).join();

        Path previous = folder.resolve("redis.log.1");
        assertThat(files()).containsExactlyInAnyOrder(file, previous);
        assertThat(Files.size(file)).isBetween(1L, (long) MAX_FILE_BYTES);
        assertThat(Files.size(previous)).isBetween(1L, (long) MAX_FILE_BYTES);
        assertThat(output).endsWith(Files.readString(previous) + Files.readString(file));
    }

    @Test
    void appendsToTheFileOfAnEarlierRun() throws Exception {
        Path file = folder.resolve("redis.log");
        new BoundedLog(file, MAX_FILE_BYTES).follow(stream("first\n")).join();
        new BoundedLog(file, MAX_FILE_BYTES).follow(stream("second\n")).join();
        assertThat(file).hasContent("first\nsecond\n");
    }

    /** A read of a pipe pins a virtual thread, and the scheduler has few carriers. */
    @Test
    void theFollowerIsAPlatformThread() throws Exception {
        Thread follower = new BoundedLog(folder.resolve("redis.log"), MAX_FILE_BYTES).follow(stream("line\n"));
        assertThat(follower.isVirtual()).isFalse();
        assertThat(follower.isDaemon()).isTrue();
        follower.join();
    }

    /** A process whose output is not read blocks when the pipe is full. */
    @Test
    void readsTheOutputToItsEndWhenTheFileCannotBeWritten() throws Exception {
        InputStream output = stream("lost\n".repeat(10_000));
        new BoundedLog(folder.resolve("missing/redis.log"), MAX_FILE_BYTES)
                .follow(output)
                .join();
        assertThat(output.read()).isNegative();
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.toList().stream();
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
