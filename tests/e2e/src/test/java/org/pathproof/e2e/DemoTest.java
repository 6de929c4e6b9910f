// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attacks;
import org.pathproof.lab.paths.LabKeys;

/** Tests that {@code ./pathproof demo} gives the expected verdict for every attack of the lab. */
final class DemoTest {
    @TempDir
    Path folder;

    @Test
    void givesEveryAttackItsVerdict() {
        ChildProcess.Outcome demo = ChildProcess.run(
                Duration.ofMinutes(5),
                RunningPathproof.command(
                        "demo",
                        "--exit",
                        "--bmp-port",
                        Integer.toString(Ports.free()),
                        "--http-port",
                        Integer.toString(Ports.free()),
                        "--rtr-port",
                        Integer.toString(Ports.free()),
                        "--data",
                        folder.resolve("data").toString()));
        assertThat(demo.exitCode()).as(demo.output()).isZero();
        List<Attack> attacks = Attacks.all(new LabKeys("any"), LabSettings.LOCAL_AS);
        assertThat(demo.output().lines().filter(line -> line.startsWith("ok ")))
                .as("a row for each attack and one for the session that strips")
                .hasSize(attacks.size() + 1);
        assertThat(demo.output()).contains("3 routers connect", "rows agree", "Dashboard: http://localhost:");
    }
}
