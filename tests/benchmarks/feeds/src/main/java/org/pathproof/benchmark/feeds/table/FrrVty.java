// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The socket of vtysh. A command ends with a zero byte; a response ends with three zero bytes and a status. Not
 * thread-safe.
 */
public final class FrrVty implements Closeable {
    private static final int END_BYTES = 4;

    private final UnixSocket socket;

    public FrrVty(Path vty) throws IOException {
        this.socket = new UnixSocket(vty);
    }

    /** Returns the response to a command that ends with {@code json}. */
    public JsonNode json(String command) throws IOException {
        socket.send(command + "\0");
        byte[] answer = socket.read(FrrVty::isComplete);
        return JsonMapper.shared().readTree(new String(answer, 0, answer.length - END_BYTES, StandardCharsets.UTF_8));
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
