// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;

/**
 * Runs the commands of docs/samples/README.md: those that read files, and those for a running Pathproof. Only the ports
 * of requests differ from the text.
 */
final class DocumentedCommandsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String START = "    ./pathproof ";
    private static final String FORGED = "update-forged.bin";

    @TempDir
    Path folder;

    @Test
    void commandsThatReadFilesExitWithZero() throws Exception {
        assertThat(documented("verify", "decode", "engine"))
                .filteredOn(command -> !isForged(command))
                .hasSize(3)
                .allSatisfy(command -> assertThat(run(command).exitCode())
                        .as(String.join(" ", command))
                        .isZero());
    }

    @Test
    void theForgedSampleIsNotValid() throws Exception {
        List<List<String>> commands = documented("verify").stream()
                .filter(DocumentedCommandsTest::isForged)
                .toList();
        assertThat(commands).hasSize(1);
        ChildProcess.Outcome outcome = run(commands.getFirst());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).contains("NOT_VALID", "signature-mismatch");
    }

    @Test
    void commandsForARunningPathproofExitWithZero() throws Exception {
        Path root = RunningPathproof.root();
        Path cache = Files.writeString(
                folder.resolve("site.yaml"),
                "pathproof.key-sync.file: " + root.resolve("docs/samples/rpki.json") + "\n");
        try (RunningPathproof pathproof = RunningPathproof.start(folder, "--config", cache.toString())) {
            try (ChildProcess replay = pathproof.replay(root.resolve("docs/samples/capture.bmp"), 7_600)) {
                await("twelve valid routes")
                        .atMost(TIMEOUT)
                        .until(() -> replay.isAlive()
                                && pathproof.routes("state=VALID").size() == 12);
                assertThat(documented("query")).hasSizeGreaterThanOrEqualTo(3).allSatisfy(command -> {
                    ChildProcess.Outcome outcome = run(at(command, pathproof));
                    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
                });
            }
            assertThat(documented("replay")).hasSize(1).allSatisfy(command -> {
                ChildProcess.Outcome outcome = run(at(command, pathproof));
                assertThat(outcome.exitCode()).as(outcome.output()).isZero();
            });
        }
    }

    private static boolean isForged(List<String> command) {
        return command.getLast().endsWith(FORGED);
    }

    /** Returns the command lines of the page that call one of these commands, without comments. */
    private static List<List<String>> documented(String... commands) throws IOException {
        return Files.readString(RunningPathproof.root().resolve("docs/samples/README.md"))
                .lines()
                .filter(line -> Arrays.stream(commands).anyMatch(command -> line.startsWith(START + command)))
                .map(line -> line.replaceFirst("\\s+#.*$", "").strip())
                .map(line -> List.of(line.split(" +")))
                .toList();
    }

    /** Returns the command with the ports of the test. */
    private static List<String> at(List<String> command, RunningPathproof pathproof) {
        List<String> moved = new ArrayList<>(command.stream()
                .map(word -> word.equals("127.0.0.1:11019") ? "127.0.0.1:" + pathproof.bmpPort : word)
                .toList());
        if (moved.contains("query")) {
            moved.addAll(List.of("--url", pathproof.url()));
        }
        return moved;
    }

    private static ChildProcess.Outcome run(List<String> command) {
        List<String> shell = List.of(
                "sh", "-c", "cd \"$0\" && exec \"$@\"", RunningPathproof.root().toString());
        List<String> all = new ArrayList<>(shell);
        all.addAll(command);
        return ChildProcess.run(TIMEOUT, all);
    }
}
