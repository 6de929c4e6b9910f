// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.pathproof.rpki.redis.RedisRpkiRepository;

/** A redis-server of the test on a free port of the loopback interface, in memory only. */
final class RedisProcess implements AutoCloseable {
    private final Process process;
    private final String uri;

    RedisProcess() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        uri = "redis://127.0.0.1:" + port;
        try {
            process = new ProcessBuilder(
                            "redis-server",
                            "--port",
                            "" + port,
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--appendonly",
                            "no")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw Assumptions.<RuntimeException>abort("SKIPPED: redis-server cannot be started: " + e.getMessage());
        }
    }

    String uri() {
        return uri;
    }

    /** A writer of the RPKI set, once the server answers. */
    RedisRpkiRepository repository() {
        RedisRpkiRepository repository = new RedisRpkiRepository(uri);
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            repository.acquire("probe", Duration.ofSeconds(1)).ifPresent(repository::release);
            return true;
        });
        return repository;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
