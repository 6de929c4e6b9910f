// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The best paths of FRR, through the socket of vtysh. A command ends with a zero byte; a response ends with three zero
 * bytes and a status.
 */
final class FrrPaths implements Poller.Source {
    private static final int END_BYTES = 4;

    private final UnixSocket socket;
    private final String instance;

    /** @param instance {@code view NAME}, or empty for the default instance */
    FrrPaths(Path vty, String instance) throws IOException {
        this.socket = new UnixSocket(vty);
        this.instance = instance;
    }

    @Override
    public Best best(Prefix prefix) throws IOException {
        socket.send("show bgp " + instance + " ipv4 unicast " + prefix + " json\0");
        byte[] answer = socket.read(FrrPaths::isComplete);
        JsonNode table =
                JsonMapper.shared().readTree(new String(answer, 0, answer.length - END_BYTES, StandardCharsets.UTF_8));
        for (JsonNode path : table.path("paths")) {
            if (path.at("/bestpath/overall").asBoolean(false)) {
                return Best.of(
                        path.at("/nexthops/0/ip").asString(""),
                        path.path("locPrf").asLong(0),
                        path.at("/peer/peerId").asString(""));
            }
        }
        return Best.NONE;
    }

    private static boolean isComplete(byte[] bytes) {
        int end = bytes.length - END_BYTES;
        return end >= 0 && bytes[end] == 0 && bytes[end + 1] == 0 && bytes[end + 2] == 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
