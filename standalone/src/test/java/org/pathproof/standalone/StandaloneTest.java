// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.standalone.data.LocalToken;
import org.pathproof.standalone.network.HttpHost;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.ConfigFile;
import picocli.CommandLine;

class StandaloneTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void namesAPortThatIsInUse() throws Exception {
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
    void refusesInvalidPortsCachesAndFiles() {
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
    void refusesUnknownSettingsAndBrokenConfigurationFiles() throws Exception {
        assertThat(configured(
                        "a.yaml", "pathproof:\n  collector:\n    bmp-prot: 5\n    holdTime: 1m\n  colector: {}\n"))
                .endsWith("a.yaml has unknown settings: pathproof.colector, pathproof.collector.bmp-prot");
        assertThat(configured("b.yaml", "pathproof:\n  collector:\n   - [ {x: y\n"))
                .contains("b.yaml cannot be parsed: ", "line 3");
        assertThat(configured("c.properties", "pathproof.key-sync.slurm-file=x\n"))
                .endsWith("c.properties has unknown settings: pathproof.key-sync.slurm-file");
        assertThat(configured("d.conf", "")).endsWith("d.conf is neither .yaml, .yml nor .properties");
    }

    @Test
    void acceptsAConfigurationFileWithListsMapsAndSettingsOfSpring() throws Exception {
        Path file = Files.writeString(folder.resolve("good.yaml"), """
                server.address: 127.0.0.1
                pathproof:
                  kafka:
                    properties:
                      security.protocol: SSL
                  key-sync:
                    caches: ["a:1", "b:2"]
                  collector:
                    confederation:
                      members: [1, 2]
                  policy-api:
                    rtr-clients:
                      - routers: 192.0.2.0/24
                        max-version: 1
                """);
        assertThatCode(() -> ConfigFile.check(file)).doesNotThrowAnyException();
    }

    @Test
    void refusesAnAddressOfAnotherMachine() {
        assertThat(run("up", "--http-host", "192.0.2.1", "--data", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--http-host 192.0.2.1 is not an address of this machine");
        assertThat(run("up", "--http-host", "no.such.host.invalid", "--data", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--http-host no.such.host.invalid is neither an address nor a known name");
    }

    @Test
    void acceptsHostNamesOnlyOnAddressesThatOthersReach() {
        assertThat(HttpHost.names("127.0.0.1")).isEmpty();
        assertThat(HttpHost.names("localhost")).isEmpty();
        assertThat(HttpHost.names("0.0.0.0")).doesNotContain("0.0.0.0");
        assertThat(HttpHost.names("pathproof.example.net")).contains("pathproof.example.net");
        assertThat(HttpHost.url("0.0.0.0", 8080, false)).isEqualTo("http://localhost:8080/");
        assertThat(HttpHost.url("::1", 8080, true)).isEqualTo("https://localhost:8080/");
        assertThat(HttpHost.url("192.0.2.7", 80, false)).isEqualTo("http://192.0.2.7:80/");
    }

    @Test
    void tokenPrintsATokenAndItsEntryOfTheSettings() {
        assertThat(run("token", "--name", "grafana", "--role", "operator")).isZero();
        String token = out.toString().strip();
        assertThat(token).startsWith("pathproof_");
        assertThat(err.toString())
                .contains("- name: \"grafana\"", "role: operator", "hash: " + ApiToken.hash(token))
                .doesNotContain(token);
        assertThat(run("token", "--name", "two words")).isEqualTo(2);
        assertThat(run("token", "--name", "x", "--role", "owner")).isEqualTo(2);
        assertThat(run("token")).isEqualTo(2);
    }

    @Test
    void onlyTheOwnerCanReadTheTokenOfARun() throws Exception {
        LocalToken first = LocalToken.create(folder);
        LocalToken second = LocalToken.create(folder);
        assertThat(second.token()).isNotEqualTo(first.token());
        assertThat(Files.readString(second.file()).strip()).isEqualTo(second.token());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(second.file())))
                .isEqualTo("rw-------");
    }

    @Test
    void refusesEqualPorts() {
        String port = free();
        assertThat(run("up", "--bmp-port", port, "--http-port", port, "--rtr-port", free()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("three different ports");
    }

    @Test
    void portsOfTheConfigurationReplaceTheDefaults() throws Exception {
        String port = free();
        Path file = Files.writeString(folder.resolve("ports.yaml"), """
                server.port: %s
                pathproof.collector.bmp-port: %s
                """.formatted(port, port));
        assertThat(run("up", "--config", file.toString(), "--data", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("BMP (" + port + "), HTTP (" + port + ")", "three different ports");
    }

    private String configured(String name, String content) throws Exception {
        Path file = Files.writeString(folder.resolve(name), content);
        err.getBuffer().setLength(0);
        assertThat(run(
                        "up",
                        "--bmp-port",
                        free(),
                        "--http-port",
                        free(),
                        "--rtr-port",
                        free(),
                        "--data",
                        folder.resolve("data").toString(),
                        "--config",
                        file.toString()))
                .isEqualTo(2);
        return err.toString().strip();
    }

    private int run(String... arguments) {
        CommandLine line = Standalone.commandLine();
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(out, true));
        return line.execute(arguments);
    }

    private static String free() {
        return Integer.toString(Ports.free());
    }
}
