// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;

/** Tests that systemd accepts the unit of the repository. */
final class SystemdUnitTest {
    private static final String INSTALLED = "/opt/pathproof";

    @TempDir
    Path folder;

    @Test
    void systemdAcceptsTheUnit() throws IOException {
        Programs.require("systemd-analyze");
        ChildProcess.Outcome outcome = ChildProcess.run(
                "systemd-analyze",
                "verify",
                "--man=no",
                unit("pathproof.service").toString());
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void systemdReportsAMistakeInTheUnit() throws IOException {
        Programs.require("systemd-analyze");
        Path unit = unit("pathproof.service");
        Files.writeString(unit, Files.readString(unit).replace("RestartSec=30s", "RestartSecs=soon"));
        assertThat(ChildProcess.run("systemd-analyze", "verify", "--man=no", unit.toString())
                        .output())
                .contains("RestartSecs");
    }

    @Test
    void theOperatorsPageNamesTheUnit() throws IOException {
        assertThat(Files.readString(RunningPathproof.root().resolve("docs/operators/run.md")))
                .contains("packaging/systemd/pathproof.service");
    }

    /** Returns the unit with the paths of this checkout. */
    private Path unit(String name) throws IOException {
        Path root = RunningPathproof.root();
        String text = Files.readString(root.resolve("packaging/systemd").resolve(name));
        assertThat(text).contains(INSTALLED + "/pathproof up");
        return Files.writeString(folder.resolve(name), text.replace(INSTALLED, root.toString()));
    }
}
