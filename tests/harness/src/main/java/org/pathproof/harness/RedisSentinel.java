// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A Redis master, a replica and a Sentinel, each a process. The Sentinel promotes the replica when the master ends. */
public final class RedisSentinel implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String NAME = "pathproof";

    private final RedisServer master;
    private final RedisServer replica;
    private final int port = Ports.free();
    private final ChildProcess sentinel;

    /** Starts all, and waits until the Sentinel knows master and replica. Aborts the test without Redis. */
    public RedisSentinel(Path folder) {
        master = RedisServer.with(folder, "--repl-diskless-sync-delay", "0");
        replica = RedisServer.with(
                folder, "--repl-diskless-sync-delay", "0", "--replicaof", "127.0.0.1 " + master.port());
        await("the replica")
                .atMost(TIMEOUT)
                .until(() -> replica.cli("info", "replication").contains("master_link_status:up"));
        sentinel = ChildProcess.start(
                folder.resolve("sentinel.log"),
                Programs.require("redis-server"),
                configuration(folder).toString(),
                "--sentinel");
        await("Sentinel").atMost(TIMEOUT).until(() -> Ports.accepts(port));
        await("Sentinel's replica")
                .atMost(TIMEOUT)
                .until(() -> RedisServer.cli(port, "sentinel", "replicas", NAME).contains("" + replica.port()));
    }

    private Path configuration(Path folder) {
        try {
            return Files.writeString(
                    folder.resolve("sentinel.conf"), """
                    port %d
                    bind 127.0.0.1
                    dir %s
                    sentinel monitor %s 127.0.0.1 %d 1
                    sentinel down-after-milliseconds %s 1000
                    sentinel failover-timeout %s 10000
                    """.formatted(port, folder, NAME, master.port(), NAME, NAME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the address for clients. */
    public String uri() {
        return "redis-sentinel://127.0.0.1:" + port + "/0#" + NAME;
    }

    /** Returns the first master. */
    public RedisServer master() {
        return master;
    }

    /** Returns the first replica. */
    public RedisServer replica() {
        return replica;
    }

    /** Waits until the replica is a master. */
    public void awaitFailover() {
        await("the failover").atMost(TIMEOUT).until(() -> replica.cli("role").startsWith("master"));
    }

    @Override
    public void close() {
        sentinel.close();
        replica.close();
        master.close();
    }
}
