// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.standalone.network.Ports;

class StartTest {
    @TempDir
    Path folder;

    @Test
    void aSignalDuringTheStartEndsTheProcessAndRedis() throws Exception {
        Path printed = folder.resolve("printed.log");
        Process process = up(printed);
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Files.readString(printed).contains("Starting Kafka") || !process.isAlive());
            assertThat(printed).content().contains("Starting Pathproof in ", "Starting Redis ", "Starting Kafka");
            List<ProcessHandle> children = process.descendants().toList();
            assertThat(children).isNotEmpty();

            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(130);
            assertThat(printed).content().contains("Stopped during the start.");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
        } finally {
            process.destroyForcibly();
        }
        DataFolder.open(folder.resolve("data")).close();
    }

    @Test
    void namesTheAddressOfAListenerThatAnotherProcessHolds() throws Exception {
        Path printed = folder.resolve("printed.log");
        try (ServerSocket taken = new ServerSocket(0, 1, Ports.LOOPBACK)) {
            Path config = Files.writeString(
                    folder.resolve("srx.properties"), "pathproof.policy-api.srx.port=" + taken.getLocalPort() + "\n");
            Process process = up(printed, "--config", config.toString());
            try {
                assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
                assertThat(process.exitValue()).isEqualTo(2);
                assertThat(printed)
                        .content()
                        .contains("pathproof: SRx server cannot bind /127.0.0.1:" + taken.getLocalPort()
                                + ": Address already in use");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [api]   | pathproof.policy-api.roles lacks feeds: a site is one process with both roles; remove the setting, or set api,feeds
                    [feeds] | pathproof.policy-api.roles lacks api: a site is one process with both roles; remove the setting, or set api,feeds
                    [web]   | pathproof.policy-api.roles has the unknown role "web": set api, feeds, or api,feeds
                    """)
    void refusesOtherRolesThanBoth(String roles, String message) throws Exception {
        Path printed = folder.resolve("printed.log");
        Path config = Files.writeString(folder.resolve("roles.yaml"), "pathproof.policy-api: {roles: " + roles + "}\n");
        Process process = up(printed, "--config", config.toString());
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
            assertThat(printed)
                    .content()
                    .contains("pathproof: " + message)
                    .doesNotContain("Starting Redis", "Exception");
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {collector: {hold-time: soon}}                 | pathproof.collector.hold-time "soon"
                    {collector: {trusted-proxies: [nowhere]}}      | pathproof.collector.trusted-proxies: not an address or prefix: "nowhere"
                    {collector: {connect: [r1]}}                   | pathproof.collector.connect: not host:port or tls://host:port: "r1"
                    {disk: {interval: 0s}}                         | pathproof.disk.interval must be above 0
                    {policy-api: {rtr-port: many}}                 | pathproof.policy-api.rtr-port
                    {validator: {session-timeout: never}}          | pathproof.validator.session-timeout "never"
                    """)
    void refusesAWrongSettingByItsNameBeforeRedisAndKafkaStart(String settings, String message) throws Exception {
        Path printed = folder.resolve("printed.log");
        Path config = Files.writeString(folder.resolve("wrong.yaml"), "pathproof: " + settings + "\n");
        Process process = up(printed, "--config", config.toString());
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
            assertThat(printed).content().contains(message).doesNotContain("Starting Redis", "Starting Kafka");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts {@code up} on free ports as a process that prints to a file. */
    private Process up(Path printed, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // faster start
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Standalone.class.getName(),
                "up",
                "--bmp-port",
                Integer.toString(Ports.free()),
                "--http-port",
                Integer.toString(Ports.free()),
                "--rtr-port",
                Integer.toString(Ports.free()),
                "--data",
                folder.resolve("data").toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
    }
}
