// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.RpkiBounds;

/** Tests that the data of a file expire after the last successful reading. */
class FileSourceTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration POLL = Duration.ofSeconds(1);

    /** A clock that the test sets. */
    private static final class TestClock extends Clock {
        private Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    @TempDir
    Path folder;

    @Test
    void dataExpireTwoHoursAfterTheLastSuccessfulReading() throws IOException {
        TestClock clock = new TestClock();
        Path file = Files.writeString(
                folder.resolve("rpki.json"), "{\"roas\": [{\"asn\": 64496, \"prefix\": \"192.0.2.0/24\"}]}");
        try (FileSource source = new FileSource(file, POLL, RpkiBounds.DEFAULT, clock)) {
            assertThat(source.read().expires()).isEqualTo(START.plus(Source.EXPIRY));
            clock.now = START.plus(Duration.ofDays(30));
            Source.Reading later = source.read();
            assertThat(later.expires()).as("a file that stays").isEqualTo(clock.now.plus(Source.EXPIRY));
            assertThat(later.hasExpired(clock.now)).isFalse();
            Files.delete(file);
            clock.now = clock.now.plus(Source.EXPIRY);
            Source.Reading missing = source.read();
            assertThat(missing.problem()).isNotNull();
            assertThat(missing.expires()).isEqualTo(later.expires());
            assertThat(missing.hasExpired(clock.now)).isFalse();
            clock.now = clock.now.plusMillis(1);
            assertThat(source.read().hasExpired(clock.now)).isTrue();
            assertThat(source.read().data()).isNotNull();
        }
    }

    @Test
    void aFileThatWasNeverReadHasNoExpiry() {
        try (FileSource source =
                new FileSource(folder.resolve("missing.json"), POLL, RpkiBounds.DEFAULT, new TestClock())) {
            assertThat(source.read().expires()).isNull();
            assertThat(source.read().data()).isNull();
        }
    }
}
