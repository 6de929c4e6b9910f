// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** GET requests to services of this machine. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(2))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private Http() {}

    /** Returns true if the response has status 200. */
    public static boolean ok(int port, String path) {
        try {
            return get(port, path).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the body of a response with status 200.
     *
     * @throws UncheckedIOException without a response, or with another status
     */
    public static String body(int port, String path) {
        try {
            HttpResponse<String> answer = get(port, path);
            if (answer.statusCode() != 200) {
                throw new IOException("status " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path + " on port " + port + " failed", e);
        }
    }

    private static HttpResponse<String> get(int port, String path) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
