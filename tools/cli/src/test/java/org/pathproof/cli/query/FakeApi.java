// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.cli.PathproofCommand;

/** A server with prepared responses, and the commands that are sent to it. */
final class FakeApi implements AutoCloseable {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    /** Accept header and URI of each request. */
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    /** Bodies of responses, by URI. */
    final Map<String, String> answers = new HashMap<>();

    private final HttpServer server;

    FakeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String uri = exchange.getRequestURI().toString();
            requests.add(exchange.getRequestHeaders().getFirst("Accept") + " " + uri);
            byte[] body = answers.getOrDefault(uri, "{}").getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    /** Runs {@code pathproof query}. Returns its exit code. */
    int query(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "query", "--url", "http://127.0.0.1:" + server.getAddress().getPort()));
        all.addAll(List.of(arguments));
        return PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
