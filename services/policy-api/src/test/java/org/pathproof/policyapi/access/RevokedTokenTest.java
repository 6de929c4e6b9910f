// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.policyapi.RunningApi;

/** Tests that a token is revoked in its file while a client is connected, and that health reports an unusable file. */
@Timeout(120)
final class RevokedTokenTest {
    private static final String ANN = ApiToken.create();
    private static final String BOB = ApiToken.create();

    @TempDir
    static Path folder;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        write(entry("ann", ANN), entry("bob", BOB));
        api = new RunningApi(
                "pathproof.api.anonymous-read=false",
                "pathproof.api.token-file=" + folder.resolve("tokens.yaml"),
                "pathproof.policy-api.event-heartbeat=1s");
        api.rpki().replace(List.of());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String entry(String name, String token) {
        return "  - {name: %s, role: reader, hash: \"%s\"}\n".formatted(name, ApiToken.hash(token));
    }

    private static void write(String... entries) throws IOException {
        replace("pathproof.api.tokens:\n" + String.join("", entries));
    }

    private static void replace(String content) throws IOException {
        Path next = Files.writeString(folder.resolve("next.yaml"), content);
        Files.move(
                next,
                folder.resolve("tokens.yaml"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aStreamEndsWhenItsTokenIsRevoked() throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<Stream<String>> stream = http.send(
                    HttpRequest.newBuilder(api.uri("/api/v1/events"))
                            .header("Authorization", "Bearer " + ANN)
                            .build(),
                    HttpResponse.BodyHandlers.ofLines());
            assertThat(stream.statusCode()).isEqualTo(200);
            Iterator<String> lines = stream.body().iterator();
            assertThat(lines.next()).isEqualTo(": heartbeat");
            write(entry("bob", BOB));
            String last = "";
            while (lines.hasNext()) {
                String line = lines.next();
                last = line.isEmpty() ? last : line;
            }
            assertThat(last).contains("the token is no longer accepted");
        }
        assertThat(status(ANN)).isEqualTo(401);
        assertThat(status(BOB)).isEqualTo(200);

        replace("pathproof: {}");
        assertThat(status(BOB)).as("the last usable tokens stay in force").isEqualTo(200);
        assertThat(api.get("/api/v1/health", "Authorization", "Bearer " + BOB).body())
                .contains("it has no pathproof.api.tokens", "the last usable tokens stay in force");
        write(entry("ann", ANN));
        assertThat(status(ANN)).isEqualTo(200);
        assertThat(status(BOB)).isEqualTo(401);
    }

    private static int status(String token) {
        return api.get("/api/v1/summary", "Authorization", "Bearer " + token).statusCode();
    }
}
