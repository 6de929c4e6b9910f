// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;

/**
 * Tests that only this machine can reach the dashboard of {@code ./pathproof up}, and that only the user who started it
 * can read its data folder.
 */
final class ListenersTest {
    @TempDir
    Path folder;

    @Test
    void restrictsTheDashboardToThisMachineAndTheDataToThisUser() throws IOException {
        try (RunningPathproof pathproof = RunningPathproof.start(folder)) {
            assertThat(pathproof.output())
                    .contains("Starting Redis ", "Starting Kafka", "[ ] No RPKI data yet")
                    .contains("this machine only (--http-host ADDRESS opens it to others)")
                    .contains("127.0.0.1 only, behind passwords of this run");
            assertThat(Ports.accepts(pathproof.httpPort)).isTrue();
            for (String address : addresses()) {
                assertThat(Ports.accepts(address, pathproof.httpPort))
                        .as(address)
                        .isFalse();
                assertThat(Ports.accepts(address, pathproof.bmpPort))
                        .as(address)
                        .isTrue();
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void refusesAnInvalidHeapSize() {
        for (String size : List.of("1x", "100m", "9999g", "4")) {
            ChildProcess.Outcome outcome = ChildProcess.run(
                    RunningPathproof.command("up", "--heap", size).toArray(String[]::new));
            assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(2);
            assertThat(outcome.output())
                    .startsWith("pathproof: --heap " + size + " ")
                    .containsPattern(": (use|the minimum is) ");
        }
    }

    /** Returns the IPv4 addresses of this machine that other machines can reach. */
    private static List<String> addresses() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(address -> address.getHostAddress())
                .toList();
    }
}
