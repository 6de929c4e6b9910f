// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Against the cache and the router of others: StayRTR and rtrclient of rtr-tools, both from Debian. */
class RtrInteropTest {
    private static final List<RpkiObject> OBJECTS = List.of(
            new Vrp(Prefix.parse("10.0.0.0/16"), 24, 64496),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 64497),
            TestKeys.AS64496,
            TestKeys.numbered(7, 7));

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes) {
            process.destroy();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    private Process run(Path output, String... command) throws IOException {
        boolean there = List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(dir -> Files.isExecutable(Path.of(dir, command[0])));
        if (!there) {
            Assumptions.abort("SKIPPED: no " + command[0] + " on the PATH");
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        return process;
    }

    private void write(Path file, List<RpkiObject> objects) throws IOException {
        Path next = folder.resolve("next.json");
        try (OutputStream out = Files.newOutputStream(next)) {
            RpkiJsonWriter.write(
                    RpkiSnapshot.of(1, new Serial(1), objects), Instant.now(), RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void stayRtrFeedsOurClient() throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path json = folder.resolve("rpki.json");
        write(json, OBJECTS);
        String[] command = {
            "stayrtr",
            "-bind",
            "127.0.0.1:" + port,
            "-cache",
            json.toString(),
            "-metrics.addr",
            "",
            "-refresh",
            "1",
            "-checktime=false"
        };
        Process cache = run(folder.resolve("stayrtr.log"), command);
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), OBJECTS);
        try (RtrClient client = new RtrClient(RtrClientSettings.of("127.0.0.1", port), c -> {}).start()) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> client.data().filter(wanted::sameData).isPresent());
            assertThat(client.status().version()).isEqualTo(2);
            RpkiSnapshot less = RpkiSnapshot.of(0, new Serial(0), OBJECTS.subList(0, 3));
            write(json, OBJECTS.subList(0, 3));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.data().filter(less::sameData).isPresent());
            cache.destroy();
            cache.waitFor(5, TimeUnit.SECONDS);
            await().until(() -> client.status().state() == RtrState.DISCONNECTED);
            assertThat(less.sameData(client.data().orElseThrow())).isTrue();
            write(json, OBJECTS);
            run(folder.resolve("stayrtr2.log"), command);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.data().filter(wanted::sameData).isPresent());
        }
    }

    @Test
    void rtrclientGetsVrpsAndRouterKeysFromOurServer() throws IOException {
        MemoryRpkiSource source = new MemoryRpkiSource(4711);
        source.replace(OBJECTS);
        RtrServerSettings settings = RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMillis(100));
        Path output = folder.resolve("rtrclient.log");
        try (source;
                RtrServer server = new RtrServer(settings, source).start()) {
            run(output, "stdbuf", "-oL", "rtrclient", "-kp", "tcp", "-kp", "127.0.0.1", "" + server.port());
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Files.readString(output, UTF_8))
                            .contains("+ 10.0.0.0")
                            .contains("+ 2001:db8::")
                            .contains("64496")
                            .containsIgnoringCase("AB:4D:91:0F"));
            source.apply(List.of(), List.of(TestKeys.AS64496, OBJECTS.getFirst()));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(Files.readString(output, UTF_8)).contains("- 10.0.0.0"));
        }
    }
}
