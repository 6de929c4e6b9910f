// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;
import org.pathproof.harness.StayRtr;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Tests RTR between this library and other implementations: the cache StayRTR, and rtrclient of rtr-tools. */
class RtrInteropTest {
    private static final List<RpkiObject> OBJECTS = List.of(
            new Vrp(Prefix.parse("10.0.0.0/16"), 24, 64496),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 64497),
            TestKeys.AS64496,
            TestKeys.numbered(7, 7));

    @TempDir
    Path folder;

    private void write(Path file, List<RpkiObject> objects) throws IOException {
        Path next = folder.resolve("next.json");
        try (OutputStream out = Files.newOutputStream(next)) {
            RpkiJsonWriter.write(
                    RpkiSnapshot.of(1, new Serial(1), objects), Instant.now(), RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void theClientReadsStayRtr() throws IOException {
        Path json = folder.resolve("rpki.json");
        write(json, OBJECTS);
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), OBJECTS);
        try (StayRtr cache = new StayRtr(folder, json);
                RtrClient client = new RtrClient(RtrClientSettings.of("127.0.0.1", cache.port()), c -> {}).start()) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> client.data().filter(wanted::sameData).isPresent());
            assertThat(client.status().version()).isEqualTo(2);
            RpkiSnapshot less = RpkiSnapshot.of(0, new Serial(0), OBJECTS.subList(0, 3));
            write(json, OBJECTS.subList(0, 3));
            cache.serve(json);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.data().filter(less::sameData).isPresent());
            cache.stop();
            await().until(() -> client.status().state() == RtrState.DISCONNECTED);
            assertThat(less.sameData(client.data().orElseThrow())).isTrue();
            write(json, OBJECTS);
            cache.serve(json);
            cache.start();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.data().filter(wanted::sameData).isPresent());
        }
    }

    @Test
    void rtrclientReadsVrpsAndRouterKeysFromTheServer() throws IOException {
        MemoryRpkiSource source = new MemoryRpkiSource(4711);
        source.replace(OBJECTS);
        RtrServerSettings settings = RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMillis(100));
        Path output = folder.resolve("rtrclient.log");
        String rtrclient = Programs.require("rtrclient");
        try (source;
                RtrServer server = new RtrServer(settings, source).start();
                ChildProcess client = ChildProcess.start(
                        output, "stdbuf", "-oL", rtrclient, "-kp", "tcp", "-kp", "127.0.0.1", "" + server.port())) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(client.output())
                            .contains("+ 10.0.0.0")
                            .contains("+ 2001:db8::")
                            .contains("64496")
                            .containsIgnoringCase("AB:4D:91:0F"));
            source.apply(List.of(), List.of(TestKeys.AS64496, OBJECTS.getFirst()));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(client.output()).contains("- 10.0.0.0"));
        }
    }
}
