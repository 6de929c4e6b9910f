// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.OperatorSettings;
import org.pathproof.standalone.settings.SiteSettings;

/** Tests which port a listener gets: that of the option, else that of the configuration, else the default. */
final class PortChoiceTest {
    private final StringWriter out = new StringWriter();
    private final int free = Ports.free();

    @TempDir
    private Path folder;

    @Test
    void demoReplacesADefaultPortThatIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            Console console = new Console(new PrintWriter(out, true));
            int port = new PortChoice(OperatorSettings.read(Optional.empty()), console)
                    .unusedOrFree("--bmp-port", taken.getLocalPort(), Ports.ANY);
            assertThat(port).isNotEqualTo(taken.getLocalPort());
            assertThat(out.toString()).contains("is in use: using " + port);
        }
    }

    @Test
    void thePortOfTheConfigurationReplacesTheDefault() {
        PortChoice ports = configured("a.yaml", """
                server:
                  port: %1$d
                pathproof:
                  collector:
                    bmpPort: %1$d
                """.formatted(free));
        assertThat(ports.required(Listener.BMP, null, Ports.ANY)).isEqualTo(free);
        assertThat(ports.flexible(Listener.HTTP, null, Ports.ANY)).isEqualTo(free);
        assertThat(ports.unusedOrFree("--rtr-port", free, Ports.ANY)).isEqualTo(free);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theOptionReplacesThePortOfTheConfigurationAndTheConsoleReportsIt() {
        PortChoice ports = configured("a.properties", "pathproof.policy-api.rtr-port=323\n");
        assertThat(ports.required(Listener.RTR, free, Ports.ANY)).isEqualTo(free);
        assertThat(out.toString())
                .contains("--rtr-port " + free + " overrides pathproof.policy-api.rtr-port: 323 of the configuration.");
    }

    @Test
    void thePortMayReferToAProperty() {
        System.setProperty("pathproof.test.port", Integer.toString(free));
        try {
            PortChoice ports = configured("a.yaml", "server.port: ${pathproof.test.port}\n");
            assertThat(ports.required(Listener.HTTP, null, Ports.ANY)).isEqualTo(free);
        } finally {
            System.clearProperty("pathproof.test.port");
        }
        assertThatThrownBy(() -> configured("b.yaml", "server.port: ${no.such.property}\n")
                        .required(Listener.HTTP, null, Ports.ANY))
                .isInstanceOf(StartFailure.class)
                .hasMessage("server.port \"${no.such.property}\" is not a port (0..65535)");
    }

    @Test
    void disabledListenersHaveNoPortAndZeroSelectsAFreePort() {
        PortChoice ports = configured("a.yaml", """
                server.port: 0
                pathproof.collector.bmp-port: -1
                """);
        assertThat(ports.required(Listener.BMP, null, Ports.ANY)).isEqualTo(SiteSettings.NO_PORT);
        assertThat(ports.required(Listener.HTTP, null, Ports.ANY)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "x", "1.5", "999999999999999999999"})
    void refusesAValueThatIsNoPort(String value) {
        assertThatThrownBy(() ->
                        configured("a.yaml", "server.port: " + value + "\n").required(Listener.HTTP, null, Ports.ANY))
                .isInstanceOf(StartFailure.class)
                .hasMessageStartingWith("server.port \"")
                .hasMessageEndingWith("is not a port (0..65535)");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_536})
    void refusesAnOptionThatIsNoPort(int option) {
        assertThatThrownBy(() -> configured("a.yaml", "").required(Listener.BMP, option, Ports.ANY))
                .isInstanceOf(StartFailure.class)
                .hasMessage("--bmp-port " + option + " is not a port (1..65535)");
    }

    @Test
    void namesTheSettingOfAPortThatIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            int port = taken.getLocalPort();
            PortChoice ports = configured("a.yaml", "pathproof.collector.bmp-port: " + port + "\n");
            assertThatThrownBy(() -> ports.flexible(Listener.BMP, null, Ports.ANY))
                    .isInstanceOf(StartFailure.class)
                    .hasMessage("port " + port + " is in use: change pathproof.collector.bmp-port");
            assertThatThrownBy(() -> ports.required(Listener.RTR, port, Ports.ANY))
                    .isInstanceOf(StartFailure.class)
                    .hasMessage("port " + port + " is in use: choose another with --rtr-port");
        }
    }

    private PortChoice configured(String name, String content) {
        try {
            Path file = Files.writeString(folder.resolve(name), content);
            return new PortChoice(OperatorSettings.read(Optional.of(file)), new Console(new PrintWriter(out, true)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
