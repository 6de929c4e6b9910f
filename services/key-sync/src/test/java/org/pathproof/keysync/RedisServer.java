// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A real redis-server on a free port of the loopback interface, in memory only, which can be stopped and started again. */
final class RedisServer implements AutoCloseable {
    private final int port;
    private Process process;

    RedisServer() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        process = start();
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends the process; its data is lost. */
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void restart() throws IOException {
        stop();
        process = start();
    }

    void flush() {
        RedisClient client = RedisClient.create(uri());
        try (var connection = client.connect()) {
            connection.sync().flushall();
        } finally {
            client.shutdown();
        }
    }

    private Process start() throws IOException {
        if (System.getenv("PATH") == null || !onPath("redis-server")) {
            Assumptions.abort("SKIPPED: no redis-server on the PATH");
        }
        Process started = new ProcessBuilder(
                        "redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        RedisClient client = RedisClient.create(uri());
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptionsInstanceOf(RedisException.class)
                    .until(() -> {
                        try (var connection = client.connect()) {
                            return connection.sync().ping().equals("PONG");
                        }
                    });
        } finally {
            client.shutdown();
        }
        return started;
    }

    private static boolean onPath(String program) {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        stop();
    }
}
