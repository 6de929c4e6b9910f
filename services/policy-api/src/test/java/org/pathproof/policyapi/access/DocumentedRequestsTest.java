// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.harness.ChildProcess;
import org.pathproof.policyapi.RunningApi;

/**
 * Runs the curl commands of the pages for operators as printed, with the settings that the pages print. Only the port,
 * the place of the token and the place of output files differ.
 */
final class DocumentedRequestsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final List<String> PAGES = List.of("routers.md", "feeds.md", "export.md", "secure.md");
    private static final Pattern COMMAND =
            Pattern.compile("curl (?:[^\\n\\\\]|\\\\\\n)*http://pathproof\\.example:8080[^\\n|\\\\]*");
    private static final Pattern SETTINGS =
            Pattern.compile("<!-- settings: requests -->\\n(.*?)<!-- end of settings -->", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void curlCommandsWorkAsPrinted() throws IOException {
        String token = ApiToken.create();
        Files.writeString(folder.resolve("reader.token"), token + "\n");
        Path tokens = Files.writeString(
                folder.resolve("tokens.yaml"),
                "pathproof:\n  api:\n    tokens:\n      - name: \"routers\"\n        role: reader\n        hash: "
                        + ApiToken.hash(token) + "\n");
        try (RunningApi api = new RunningApi(settings(tokens))) {
            api.putSession(1, session(1, 1, 1).setPeerIp("198.51.100.1"));
            Files.writeString(
                    folder.resolve(".curlrc"),
                    "connect-to = \"pathproof.example:8080:127.0.0.1:" + api.port() + "\"\n");
            List<String> commands = commands();
            assertThat(commands).hasSizeGreaterThanOrEqualTo(6);
            assertThat(commands).allSatisfy(command -> {
                ChildProcess.Outcome outcome = ChildProcess.run(
                        TIMEOUT,
                        List.of("sh", "-c", "cd \"$0\" && export CURL_HOME=\"$0\" && " + command, folder.toString()));
                assertThat(outcome.exitCode())
                        .as(command + "\n" + outcome.output())
                        .isZero();
            });
        }
    }

    /** Returns the settings that secure.md prints, with the place of the tokens in the test. */
    private static String[] settings(Path tokens) throws IOException {
        Matcher settings = SETTINGS.matcher(page("secure.md"));
        assertThat(settings.find()).isTrue();
        List<String> printed = settings.group(1)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.replaceFirst(": ", "=")
                        .replaceAll("[\\[\\]]", "")
                        .replace("/etc/pathproof/tokens.yaml", tokens.toString()))
                .toList();
        List<String> all = new ArrayList<>(printed);
        all.add("pathproof.feeds.derived-origin.rtr-port=0"); // a page has a request for the derived origins
        all.add("pathproof.feeds.derived-origin.rtr-bind=127.0.0.1");
        return all.toArray(String[]::new);
    }

    /** Returns the curl commands of the pages, without what follows in the shell. */
    private static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String name : PAGES) {
            Matcher found = COMMAND.matcher(page(name));
            while (found.find()) {
                commands.add(found.group()
                        .replaceFirst("`.*$", "")
                        .replaceFirst("&&.*$", "")
                        .replaceAll("-o /\\S+", "-o /dev/null"));
            }
        }
        return commands;
    }

    private static String page(String name) throws IOException {
        return Files.readString(root().resolve("docs/operators").resolve(name));
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path.getParent() != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("docs/operators")))
                .findFirst()
                .orElseThrow();
    }
}
