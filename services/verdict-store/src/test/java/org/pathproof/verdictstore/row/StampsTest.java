// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.verdictstore.dictionary.Dictionary;

final class StampsTest {
    private static final long NOW_US = 1_793_491_200_000_000L;
    private static final long SECOND_US = 1_000_000;

    private final Dictionary times = new Dictionary("times");
    private final Stamps stamps = new Stamps(times);

    @ParameterizedTest
    @CsvSource({
        "0, 0, -1",
        "1, 2, 3",
        "1793491200000000, 1793491200001500, 7",
        "1793491200000000, 1793491260000000, 4294967295",
        "1793491200000000, 1793491100000000, 0",
        "9000000000000000000, 9000000000000000000, 5",
    })
    void decodesWhatItEncodes(long receivedUs, long validatedUs, long serial) {
        int stamp = stamps.encode(receivedUs, validatedUs, serial);
        assertThat(validatedUs - stamps.decoder().validatedUs(stamp)).isBetween(0L, SECOND_US);
        assertThat(Math.abs(receivedUs - stamps.decoder().receivedUs(stamp)))
                .isLessThanOrEqualTo(SECOND_US + Math.abs(validatedUs - receivedUs) / 128);
        assertThat(stamps.decoder().serial(stamp)).isEqualTo(serial);
    }

    /** Serials follow each other while verdicts of older ones still arrive. */
    @Test
    void everyRowHasItsSerial() {
        Random random = new Random(1);
        int[] encoded = new int[20_000];
        long[] serials = new long[encoded.length];
        for (int i = 0; i < encoded.length; i++) {
            long time = NOW_US + i * 10_000L - random.nextInt(3_000_000);
            serials[i] = random.nextInt(100) == 0 ? Stamps.NO_SERIAL : i / 1000 - random.nextInt(2);
            encoded[i] = stamps.encode(time - random.nextInt(500_000), time, serials[i]);
        }
        for (int i = 0; i < encoded.length; i++) {
            assertThat(stamps.decoder().serial(encoded[i])).isEqualTo(serials[i]);
        }
    }

    @Test
    void routesOfOneSerialTakeNoMemory() {
        for (int i = 0; i < 10_000; i++) {
            stamps.encode(NOW_US + i * 1000L, NOW_US + i * 1000L + 20_000, 7);
        }
        assertThat(times.count()).isZero();
    }

    @Test
    void aChangeOfTheRpkiTakesLittleMemory() {
        long change = NOW_US + 30 * 86_400 * SECOND_US;
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            stamps.encode(NOW_US + random.nextLong(change - NOW_US), change + i * 10L, 8);
        }
        assertThat(times.count()).isLessThan(20_000);
    }
}
