// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;

/** Tests that damaged records of the sessions topic are counted and skipped. */
final class SessionProcessorTest {
    private static final byte[] RECORD = Events.down(1, 5).toByteArray();

    private final Bench bench = new Bench(false);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void countsARecordWithoutAKey() {
        bench.sendSessionRecord(null, RECORD);
        assertThat(bench.counted(CollectorMetricNames.REJECTS)).isEqualTo(1);
    }

    @Test
    void countsRecordsWithDamagedKeysOrValues() {
        byte[] session = Events.session(1).bytes().toArray();
        byte[] damaged = {(byte) 0xff};
        bench.sendSessionRecord(new byte[0], RECORD);
        bench.sendSessionRecord(new byte[SessionId.LENGTH + 1], RECORD);
        bench.sendSessionRecord(session, damaged);
        assertThat(bench.counted(CollectorMetricNames.REJECTS)).isEqualTo(3);
        bench.sendSessionRecord(session, RECORD);
        assertThat(bench.counted(CollectorMetricNames.REJECTS)).isEqualTo(3);
    }

    @Test
    void survivesRandomRecords() {
        Random random = new Random(1);
        for (int i = 0; i < 5000; i++) {
            byte[] key = new byte[random.nextBoolean() ? SessionId.LENGTH : random.nextInt(80)];
            byte[] value = new byte[random.nextInt(60)];
            random.nextBytes(key);
            random.nextBytes(value);
            bench.sendSessionRecord(key, value);
        }
        assertThat(bench.counted(CollectorMetricNames.REJECTS)).isPositive();
        bench.sendSession(Events.down(1, 5));
    }
}
