// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StandaloneTest {
    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void saysWhichPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(run("up", "--bmp-port", port, "--data", folder.toString()))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .isEqualToIgnoringNewLines(
                            "pathproof: port " + port + " is in use: choose another with --bmp-port");
        }
    }

    @Test
    void refusesWhatIsNoPortNoCacheAndNoFile() {
        assertThat(run("up", "--http-port", "70000")).isEqualTo(2);
        assertThat(run("up", "--rtr", "cache.example")).isEqualTo(2);
        assertThat(run("up", "--rtr", "cache.example:0")).isEqualTo(2);
        assertThat(run("up", "--nonsense")).isEqualTo(2);
        assertThat(run(
                        "up",
                        "--bmp-port",
                        free(),
                        "--http-port",
                        free(),
                        "--rtr-port",
                        free(),
                        "--data",
                        folder.toString(),
                        "--config",
                        folder.resolve("absent.yaml").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--rtr cache.example is not HOST:PORT", "absent.yaml cannot be read");
    }

    @Test
    void theDemoTakesAnotherPortThanADefaultThatIsInUse() throws Exception {
        StringWriter out = new StringWriter();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            int port = PortChoice.flexible("--bmp-port", null, taken.getLocalPort(), new PrintWriter(out, true));
            assertThat(port).isNotEqualTo(taken.getLocalPort());
            assertThat(out.toString()).contains("is in use: taking " + port);
        }
    }

    private int run(String... arguments) {
        CommandLine line = Standalone.commandLine();
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private static String free() {
        return Integer.toString(Ports.free());
    }
}
