// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;

/**
 * Runs the commands of docs/getting-started.md for one machine, exactly as the page prints them. A network namespace
 * keeps the default ports free, where it is permitted. An empty home folder excludes the settings of this user.
 */
final class GettingStartedTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    @TempDir
    Path home;

    private final String namespace =
            "getting-started-" + ProcessHandle.current().pid();
    private boolean isolated;

    @BeforeEach
    void isolate() {
        isolated = ChildProcess.run("sh", "-c", "ip netns add " + namespace).exitCode() == 0;
        if (isolated) {
            assertThat(ChildProcess.run("ip", "-n", namespace, "link", "set", "lo", "up")
                            .exitCode())
                    .isZero();
        }
    }

    @AfterEach
    void end() {
        if (isolated) {
            ChildProcess.run("ip", "netns", "del", namespace);
        }
    }

    @Test
    void everyCommandForOneMachineGivesTheOutputOnThePage() {
        List<String> command = new ArrayList<>();
        if (isolated) {
            command.addAll(List.of("ip", "netns", "exec", namespace));
        }
        String root = RunningPathproof.root().toString();
        command.addAll(List.of("env", "HOME=" + home, Programs.require("python3"), root + "/tests/tools/page"));
        command.addAll(List.of(root + "/docs/getting-started.md", "## On one machine"));
        ChildProcess.Outcome outcome = ChildProcess.run(TIMEOUT, command);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("page: 7 commands gave the output on the page");
    }
}
