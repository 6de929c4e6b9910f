// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.cli.Run;
import org.pathproof.cli.Streams;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.wire.Bytes;

/** Tests the bytes that a collector receives, and the messages for the user. */
class ReplayCommandTest {
    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private ServerSocket collector = closedSocket();
    private Path bmp = Path.of("");

    private static ServerSocket closedSocket() {
        try {
            return new ServerSocket();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void start() throws IOException {
        collector = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        bmp = Files.write(folder.resolve("a.bmp"), Streams.BMP.toArray());
    }

    @AfterEach
    void stop() throws IOException {
        collector.close();
        threads.close();
    }

    @Test
    void sendsAllOfAFile() throws Exception {
        CompletableFuture<Bytes> received = receive();
        Run run = Run.of("replay", "--to", to(), bmp.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(Streams.BMP);
        assertThat(run.err()).contains("sent " + Streams.BMP.length() + " bytes in 5 pieces");
    }

    @Test
    void sendsOnlyTheFirstBytes() throws Exception {
        CompletableFuture<Bytes> received = receive();
        assertThat(Run.of("replay", "--bytes", "100", "--to", to(), bmp.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(Streams.BMP.slice(0, 100));
    }

    /** Damage after valid BMP is sent unchanged. */
    @Test
    void sendsDamageUnchanged() throws Exception {
        Bytes damaged = Streams.BMP.concat(Bytes.fromHex("000102030405060708")).concat(Streams.BMP);
        CompletableFuture<Bytes> received = receive();
        Path file = Files.write(folder.resolve("damaged.bmp"), damaged.toArray());
        assertThat(Run.of("replay", "--to", to(), file.toString()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(damaged);
    }

    @Test
    void sendsTheBmpOfACapture() throws Exception {
        CompletableFuture<Bytes> received = receive();
        Path file = Files.write(folder.resolve("a.pcap"), Streams.capture().toArray());
        assertThat(Run.of("replay", "--to", to(), file.toString()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(Streams.BMP);
    }

    /** The per-peer headers span two seconds. */
    @Test
    void keepsThePace() throws Exception {
        CompletableFuture<Bytes> received = receive();
        long started = System.nanoTime();
        assertThat(Run.of("replay", "--speed", "x10", "--to", to(), bmp.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(Streams.BMP);
    }

    @Test
    void holdsTheConnectionUntilTheCollectorCloses() throws Exception {
        CompletableFuture<Run> replay = CompletableFuture.supplyAsync(
                () -> Run.of("replay", "--hold", "--bytes", "50", "--to", to(), bmp.toString()), threads);
        try (Socket socket = collector.accept()) {
            assertThat(socket.getInputStream().readNBytes(50)).hasSize(50);
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            assertThat(replay).isNotDone();
        }
        Run run = replay.get(10, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("holding until interrupted").contains("closed the connection after 50 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void endsAHeldReplayWhenTheCollectorClosesAnyConnection(int closed) throws Exception {
        TcpFlow flow = new TcpFlow(Bytes.fromHex("c0000201"), 40000, Bytes.fromHex("c0000202"), 11019);
        try (Playback playback = new Playback(Target.parse(to()), Pace.parse("max"), Long.MAX_VALUE)) {
            List<Socket> accepted = new ArrayList<>();
            for (Optional<TcpFlow> each : List.of(Optional.of(flow), Optional.of(flow.reversed()))) {
                playback.play(new Recording.Piece(each, Streams.BMP, 0));
                accepted.add(collector.accept());
            }
            try (Socket first = accepted.getFirst();
                    Socket second = accepted.getLast()) {
                CompletableFuture<Void> held = CompletableFuture.runAsync(playback::hold, threads);
                accepted.get(closed).close();
                assertThat(held).failsWithin(Duration.ofSeconds(10));
                assertThat(List.of(first.isClosed(), second.isClosed())).containsOnlyOnce(false);
            }
        }
    }

    @Test
    void reportsAMissingCollector() throws IOException {
        String to = to();
        collector.close();
        Run run = Run.of("replay", "--to", to, bmp.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("cannot connect to " + to);
    }

    @Test
    void refusesInputWithoutBmp() throws IOException {
        Path file = Files.write(folder.resolve("a.bgp"), Streams.OPEN.toArray());
        Run run = Run.of("replay", "--to", to(), file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("neither a BMP stream nor a capture");
    }

    @Test
    void refusesWrongOptions() {
        for (String speed : new String[] {"x0", "fast", "x-1", "10"}) {
            assertThat(Run.of("replay", "--speed", speed, "--to", to(), bmp.toString())
                            .exitCode())
                    .isEqualTo(ExitCode.CANNOT_RUN);
        }
        for (String wrong : new String[] {"host", ":1", "host:0", "host:65536", "::1:11019"}) {
            assertThatThrownBy(() -> Target.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Target.parse("[::1]:11019"))
                .isEqualTo(new Target("::1", 11019))
                .hasToString("[::1]:11019");
        assertThat(Run.of("replay", "--bytes", "0", "--to", to(), bmp.toString())
                        .exitCode())
                .isEqualTo(ExitCode.CANNOT_RUN);
    }

    private CompletableFuture<Bytes> receive() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (Socket socket = collector.accept();
                            InputStream in = socket.getInputStream()) {
                        return Bytes.wrap(in.readAllBytes());
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                threads);
    }

    private String to() {
        return "127.0.0.1:" + collector.getLocalPort();
    }
}
