// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Bird;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Tests that BIRD, FRR and rtrclient lose data that expire at the sources, and get them back. */
class RtrExpiryInteropTest {
    private static final List<RpkiObject> OBJECTS = List.of(
            new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64496),
            new Vrp(Prefix.parse("2001:db8:77::/48"), 48, 64497),
            TestKeys.AS64496);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration RETRY = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final MemoryRpkiSource source = new MemoryRpkiSource(4711);
    private final AtomicInteger refusals = new AtomicInteger();
    private final RtrServer server = new RtrServer(settings(), source, new RtrServerListener() {
        @Override
        public void onErrorReportSent(String router, String error) {
            assertThat(error).isEqualTo("No Data Available");
            refusals.incrementAndGet();
        }
    });

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withTiming(new RtrTiming(Duration.ofHours(1), RETRY, Duration.ofHours(2)))
                .withNotifyInterval(Duration.ofSeconds(1));
    }

    @BeforeEach
    void start() throws IOException {
        source.replace(OBJECTS);
        server.start();
    }

    @AfterEach
    void close() {
        server.close();
        source.close();
    }

    /** Lets the data of the sources expire and come back, before and after the router queries again. */
    private void assertFollowsExpiry(Supplier<String> data) {
        confirm();
        awaitData(data);
        for (int i = 0; i < 2; i++) {
            int before = refusals.get();
            source.setExpires(Instant.now());
            await("data gone")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(data.get())
                            .doesNotContain("198.51.100.0")
                            .doesNotContain("2001:db8:77::"));
            if (i == 1) {
                await("No Data Available").atMost(LIMIT).until(() -> refusals.get() > before);
            }
            confirm();
            awaitData(data);
        }
    }

    private void confirm() {
        source.setExpires(Instant.now().plus(Duration.ofHours(1)));
    }

    private static void awaitData(Supplier<String> data) {
        await("data")
                .atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(data.get()).contains("198.51.100.0").contains("2001:db8:77::"));
    }

    @Test
    void birdFollowsTheExpiry() {
        try (Bird bird = new Bird(folder, """
                roa4 table r4;
                roa6 table r6;
                protocol rpki pathproof {
                  roa4 { table r4; };
                  roa6 { table r6; };
                  remote "127.0.0.1" port %d;
                }
                """.formatted(server.port()))) {
            assertFollowsExpiry(
                    () -> bird.birdc("show", "route", "table", "r4") + bird.birdc("show", "route", "table", "r6"));
        }
    }

    @Test
    void frrFollowsTheExpiry() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, """
                rpki
                 rpki cache 127.0.0.1 %d preference 1
                 exit
                """.formatted(server.port()))) {
            assertFollowsExpiry(() -> frr.vtysh("show rpki prefix-table"));
        }
    }

    @Test
    void frrUsesItsSecondCacheWhileDataAreExpired() throws IOException {
        confirm();
        MemoryRpkiSource otherSource = new MemoryRpkiSource(12);
        otherSource.replace(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64499)));
        try (otherSource;
                RtrServer other = new RtrServer(settings(), otherSource).start();
                FrrBgpd frr = new FrrBgpd(folder, """
                rpki
                 rpki cache 127.0.0.1 %d preference 1
                 rpki cache 127.0.0.1 %d preference 2
                 exit
                """.formatted(server.port(), other.port()))) {
            Supplier<String> data = () -> frr.vtysh("show rpki prefix-table");
            awaitData(data);
            assertThat(data.get()).doesNotContain("203.0.113.0");
            source.setExpires(Instant.now());
            await("data of the second cache")
                    .atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(data.get()).contains("203.0.113.0").doesNotContain("198.51.100.0"));
            confirm();
            awaitData(data);
        }
    }

    @Test
    void rtrclientFollowsTheExpiry() throws IOException {
        String rtrclient = Programs.require("rtrclient");
        try (ChildProcess client = ChildProcess.start(
                folder.resolve("rtrclient.log"),
                "stdbuf",
                "-oL",
                rtrclient,
                "-kp",
                "tcp",
                "-kp",
                "127.0.0.1",
                Integer.toString(server.port()))) {
            assertFollowsExpiry(() -> held(client.output()));
        }
    }

    /** Returns the announcements of rtrclient's log that no later withdrawal ends. */
    private static String held(String log) {
        StringBuilder held = new StringBuilder();
        for (String address : List.of("198.51.100.0", "2001:db8:77::")) {
            long announced = count(log, "+ " + address);
            if (announced > count(log, "- " + address)) {
                held.append(address).append('\n');
            }
        }
        return held.toString();
    }

    private static long count(String log, String line) {
        return Pattern.compile(Pattern.quote(line)).matcher(log).results().count();
    }
}
