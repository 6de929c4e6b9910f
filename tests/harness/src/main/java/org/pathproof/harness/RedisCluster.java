// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Redis Cluster of three masters, with one replica of the master that stores a key. Each server is a process. */
public final class RedisCluster implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final String NODE_TIMEOUT_MS = "2000";

    private final List<Node> nodes = new ArrayList<>();
    private final int master;

    private record Node(RedisServer server, int busPort) implements AutoCloseable {
        String id() {
            return server.cli("cluster", "myid").strip();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /**
     * Starts the cluster and waits until it is complete. Aborts the test without Redis.
     *
     * @param key key whose master gets a replica
     * @param options further options of each server
     */
    public RedisCluster(Path folder, String key, String... options) {
        for (int i = 0; i <= MASTERS; i++) {
            int busPort = Ports.free();
            List<String> all = new ArrayList<>(List.of(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-port",
                    "" + busPort,
                    "--cluster-node-timeout",
                    NODE_TIMEOUT_MS,
                    "--repl-diskless-sync-delay",
                    "0"));
            all.addAll(List.of(options));
            nodes.add(new Node(RedisServer.with(folder, all.toArray(String[]::new)), busPort));
        }
        for (int i = 0; i < MASTERS; i++) {
            requireOk(nodes.get(i), "cluster", "addslotsrange", "" + firstSlot(i), "" + (firstSlot(i + 1) - 1));
        }
        for (Node other : nodes.subList(1, nodes.size())) {
            requireOk(nodes.getFirst(), "cluster", "meet", "127.0.0.1", "" + other.server.port(), "" + other.busPort);
        }
        Node replica = nodes.getLast();
        master = indexOfMaster(key);
        String masterId = nodes.get(master).id();
        await("the nodes of the cluster")
                .atMost(TIMEOUT)
                .until(() -> nodes.stream().allMatch(this::knowsAll));
        requireOk(replica, "cluster", "replicate", masterId);
        await("the replica")
                .atMost(TIMEOUT)
                .until(() -> replica.server.cli("info", "replication").contains("master_link_status:up")
                        && nodes.stream().allMatch(node -> knowsReplica(node, masterId)));
    }

    private static void requireOk(Node node, String... command) {
        String answer = node.server.cli(command).strip();
        if (!answer.equals("OK")) {
            throw new IllegalStateException(String.join(" ", command) + ": " + answer);
        }
    }

    private boolean knowsAll(Node node) {
        String info = node.server.cli("cluster", "info");
        return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + nodes.size());
    }

    private static boolean knowsReplica(Node node, String masterId) {
        return node.server
                .cli("cluster", "nodes")
                .lines()
                .anyMatch(line -> line.contains("slave " + masterId) && !line.contains("fail"));
    }

    private static int firstSlot(int master) {
        return master * SLOTS / MASTERS;
    }

    private int indexOfMaster(String key) {
        int slot = Integer.parseInt(
                nodes.getLast().server.cli("cluster", "keyslot", key).strip());
        int index = 0;
        while (firstSlot(index + 1) <= slot) {
            index++;
        }
        return index;
    }

    /** Returns the first master of the key. */
    public RedisServer master() {
        return nodes.get(master).server;
    }

    /** Returns the replica of that master. */
    public RedisServer replica() {
        return nodes.getLast().server;
    }

    /** Returns the masters, as clients take them: 127.0.0.1:port, separated by commas. */
    public String servers() {
        return nodes.stream()
                .limit(MASTERS)
                .map(node -> "127.0.0.1:" + node.server.port())
                .collect(Collectors.joining(","));
    }

    /** Returns the address for clients. */
    public String uri() {
        return "redis-cluster://" + servers();
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
    }
}
