// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attacks;
import org.pathproof.lab.paths.LabKeys;

/**
 * Tests that {@code ./pathproof demo} gives the expected verdict for every attack of the lab, and that the forged path
 * of README.md is one of them.
 */
final class DemoTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final String QUERY = "    $ ./pathproof query path ";

    @TempDir
    Path folder;

    @Test
    void givesEveryAttackItsVerdict() throws Exception {
        int port = Ports.free();
        try (ChildProcess demo = ChildProcess.start(
                folder.resolve("demo.log"),
                RunningPathproof.command(
                        "demo",
                        "--bmp-port",
                        Integer.toString(Ports.free()),
                        "--http-port",
                        Integer.toString(port),
                        "--rtr-port",
                        Integer.toString(Ports.free()),
                        "--data",
                        folder.resolve("data").toString()))) {
            await("the end of the table").atMost(TIMEOUT).until(() -> {
                demo.requireAlive();
                return demo.output().contains("Press Ctrl-C");
            });
            List<Attack> attacks = Attacks.all(new LabKeys("any"), LabSettings.LOCAL_AS);
            assertThat(demo.output().lines().filter(line -> line.startsWith("ok ")))
                    .as("a row for each attack and one for the session that strips")
                    .hasSize(attacks.size() + 1);
            assertThat(demo.output()).contains("3 routers connect", "rows agree", "Dashboard: http://localhost:");
            assertThatTheOutputOfReadmeIsTrue(port);
        }
    }

    /** Runs the query of README.md. Each line of the output on the page must match a line of the output. */
    private static void assertThatTheOutputOfReadmeIsTrue(int port) throws IOException {
        List<String> page = Files.readAllLines(RunningPathproof.root().resolve("README.md"));
        int command = page.indexOf(
                page.stream().filter(line -> line.startsWith(QUERY)).findFirst().orElseThrow());
        List<String> expected = page.subList(command + 1, page.size()).stream()
                .takeWhile(line -> !line.isBlank())
                .map(DemoTest::pattern)
                .toList();
        String[] words = page.get(command).substring(QUERY.indexOf("query")).split(" ");
        List<String> query = RunningPathproof.command(words);
        query.addAll(List.of("--url", "http://127.0.0.1:" + port));
        ChildProcess.Outcome outcome = ChildProcess.run(TIMEOUT, query);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(expected)
                .hasSize(5)
                .allSatisfy(line -> assertThat(outcome.output().lines()).anyMatch(printed -> printed.matches(line)));
    }

    /** Returns a pattern of a line: spaces match any spaces, and an ellipsis matches anything. */
    private static String pattern(String line) {
        return Arrays.stream(line.strip().split(" +"))
                .map(word -> Pattern.quote(word).replace("…", "\\E.*\\Q"))
                .collect(Collectors.joining(" +"));
    }
}
