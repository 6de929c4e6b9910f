// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.keysync.observation.FollowedSource;
import org.pathproof.keysync.settings.BoundSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests settings of one source that replace those of all sources. */
class SourcesTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** Writes a number of VRPs. The time of the file makes each content a change. */
    private void write(Path file, int vrps, Instant modified) throws IOException {
        List<Vrp> objects = IntStream.range(0, vrps)
                .mapToObj(i -> new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(i >> 8, i & 0xff)), 24, 64496))
                .toList();
        try (OutputStream out = Files.newOutputStream(file)) {
            RpkiJsonWriter.write(RpkiSnapshot.of(1, new Serial(1), objects), T0, RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }

    @Test
    void aSourceHasAHoldTimeAndAShareOfItsOwn() throws IOException {
        Path careful = folder.resolve("careful.json");
        Path other = folder.resolve("other.json");
        for (Path file : List.of(careful, other)) {
            write(file, 4_000, T0);
        }
        KeySyncSettings settings = BoundSettings.of(Map.of(
                "sources[0].file", careful.toString(),
                "sources[0].loss-hold", "1h",
                "sources[0].loss-share", "25",
                "sources[1].file", other.toString(),
                "loss-share", "30"));
        List<FollowedSource> sources = Sources.follow(settings, Clock.systemUTC(), () -> {});
        sources.forEach(source -> source.observe(T0));
        for (Path file : List.of(careful, other)) {
            write(file, 2_900, T0.plusSeconds(60)); // 27.5 percent less
        }
        Instant now = T0.plusSeconds(60);
        await().atMost(TIMEOUT).until(() -> sources.get(0).observe(now).held() != null);
        await().atMost(TIMEOUT).until(() -> vrps(sources.get(1).observe(now)) == 2_900);
        assertThat(vrps(sources.get(0).observed())).isEqualTo(4_000);
        assertThat(sources.get(0).observed().held())
                .contains("lost 1,100 of 4,000 VRPs")
                .contains(T0.plusSeconds(3660).toString());
        assertThat(sources.get(1).observed().held()).isNull();
        sources.forEach(FollowedSource::close);
    }

    private static int vrps(FollowedSource.Observed observed) {
        RpkiSnapshot data = observed.reading().data();
        return data == null ? -1 : data.allVrps().size();
    }

    @ParameterizedTest
    @CsvSource({"loss-share, 101", "loss-share, -1", "loss-hold, -5s"})
    void wrongSettingsOfALossAreRefused(String setting, String value) {
        assertThatThrownBy(
                        () -> BoundSettings.of(Map.of("sources[0].file", "rpki.json", "sources[0]." + setting, value)))
                .rootCause()
                .hasMessageContaining("pathproof.key-sync.sources." + setting);
    }
}
