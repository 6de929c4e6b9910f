// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A real Redis server (Debian's) whose data survive a kill. */
final class RedisServer implements AutoCloseable {
    final int port = Ports.free();
    private final Path folder;
    private @Nullable Program program;

    RedisServer(Path folder) {
        Program.require("redis-server");
        this.folder = folder;
        start();
    }

    void start() {
        program = Program.start(
                folder.resolve("redis.log"),
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--appendonly",
                "yes",
                "--save",
                "");
        await("Redis").atMost(Duration.ofSeconds(20)).until(() -> Ports.answers("127.0.0.1", port));
    }

    /** kill -9. */
    void stop() {
        if (program != null) {
            program.kill();
        }
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }
}
