// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.cli.Run;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.harness.TlsAuthority;

/** Runs two relays, one beside the router and one beside the collector. */
class RelayCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern PORT = Pattern.compile("\\(port (\\d+)\\)");

    @TempDir
    private Path folder;

    private final List<Thread> commands = new ArrayList<>();
    private String trust = "";

    @BeforeEach
    void createFiles() throws IOException {
        TlsAuthority authority = new TlsAuthority("Test authority");
        trust = authority.writeTo(folder.resolve("ca.pem")).toString();
        authority.issue(folder, "router");
        authority.issue(folder, "collector", "localhost");
        Files.writeString(folder.resolve("md5"), "a shared secret\n");
    }

    @AfterEach
    void interrupt() throws InterruptedException {
        for (Thread command : commands) {
            command.interrupt();
            assertThat(command.join(LIMIT)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls", "quic"})
    void carriesTheBytesOfARouter(String transport) throws IOException {
        assertCarries(List.of(transport + "://127.0.0.1:0"), transport + "://localhost:", List.of());
    }

    @Test
    void protectsBothEndsWithMd5AndGtsm() throws IOException {
        assertCarries(
                List.of("127.0.0.1:0", "--listen-md5", file("md5"), "--listen-hops", "1"),
                "127.0.0.1:",
                List.of("--connect-md5", file("md5"), "--connect-hops", "1"));
    }

    private void assertCarries(List<String> listen, String connect, List<String> protection) throws IOException {
        try (ServerSocket collector = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            List<String> far = new ArrayList<>(List.of("--listen"));
            far.addAll(listen);
            far.addAll(List.of("--connect", "127.0.0.1:" + collector.getLocalPort()));
            int farPort = start("collector", far);
            List<String> near = new ArrayList<>(List.of("--listen", "127.0.0.1:0", "--connect", connect + farPort));
            near.addAll(protection);
            int nearPort = start("router", near);
            try (Socket router = new Socket(InetAddress.getLoopbackAddress(), nearPort)) {
                router.getOutputStream().write(new byte[] {1, 2, 3});
                collector.setSoTimeout((int) LIMIT.toMillis());
                try (Socket accepted = collector.accept()) {
                    accepted.setSoTimeout((int) LIMIT.toMillis());
                    assertThat(accepted.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
                }
            }
        }
    }

    /** Starts the command with the certificate of one end. Returns the port that it prints. */
    private int start(String name, List<String> options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments = new ArrayList<>(
                List.of("relay", "--certificate", file(name + ".pem"), "--key", file(name + ".key"), "--trust", trust));
        arguments.addAll(options);
        commands.add(Thread.ofVirtual()
                .start(() -> PathproofCommand.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new))));
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(err.toString()).isEmpty();
            assertThat(out.toString()).contains("relaying from");
        });
        Matcher port = PORT.matcher(out.toString());
        assertThat(port.find()).isTrue();
        return Integer.parseInt(port.group(1));
    }

    @Test
    void namesWhatIsWrong() {
        assertFails("--listen tls://127.0.0.1:0 --connect localhost:1", "certificate");
        assertFails("--listen carrier-pigeon://x:1 --connect localhost:1", "quic://HOST:PORT");
        assertFails("--listen 127.0.0.1:0 --connect localhost:0", "1 to 65535");
        assertFails("--listen 127.0.0.1:0 --connect localhost:1 --key " + file("router.key"), "need each other");
        assertFails("--listen 127.0.0.1:0 --connect localhost:1 --connect-md5 " + file("none"), "none: no such file");
        assertFails("--listen 127.0.0.1:0 --connect localhost:1 --connect-ao " + file("md5"), "SEND-ID RECEIVE-ID");
    }

    private static void assertFails(String options, String message) {
        Run run = Run.of(("relay " + options).split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains(message).doesNotContain("a shared secret");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }
}
