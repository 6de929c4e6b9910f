// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.NetworkTable;

class ExpectationTest {
    private static final int PREFIXES = 20_000;
    private static final int SESSIONS = 12;

    private final NetworkRecords records = new NetworkRecords(NetworkTable.random(PREFIXES), SESSIONS, 20, 40);
    private Expectation expected = new Expectation(records);

    @BeforeEach
    void begin() {
        expected = new Expectation(records);
    }

    private long writtenAsNotValid() throws IOException {
        long count = 0;
        for (int session = 0; session < SESSIONS; session++) {
            for (int prefix = 0; prefix < PREFIXES; prefix++) {
                Verdict verdict =
                        Verdict.parseFrom(records.verdict(prefix, session, expected.version(prefix, session, 1)));
                count += !expected.hasEnded(session) && verdict.getState() == PathState.NOT_VALID ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void countsTheRoutesThatTheRecordsMakeNotValid() throws IOException {
        assertThat(expected.rows()).isEqualTo(PREFIXES * SESSIONS);
        assertThat(expected.notValid()).isPositive().isEqualTo(writtenAsNotValid());
        assertThat(expected.notValidRoutes()).hasSize((int) expected.notValid());
    }

    @Test
    void followsChangedNeighbors() throws IOException {
        for (int prefix = 0; prefix < PREFIXES; prefix++) {
            expected.setNeighbor(prefix, 3, 19);
        }
        assertThat(expected.notValid()).isEqualTo(writtenAsNotValid());
    }

    @Test
    void aWithdrawnKeyIsThatOfATenthOfAllRoutes() throws IOException {
        long before = expected.notValid();
        expected.setWithdrawnKeyOf(expected.keyOfATenth());
        assertThat(expected.notValid()).isEqualTo(writtenAsNotValid());
        assertThat((double) (expected.notValid() - before) / expected.rows()).isBetween(0.05, 0.15);
    }

    @Test
    void endedSessionsHaveNoRoutes() throws IOException {
        expected.end(0);
        expected.end(1);
        assertThat(expected.rows()).isEqualTo(PREFIXES * (SESSIONS - 2));
        assertThat(expected.notValid()).isEqualTo(writtenAsNotValid());
    }
}
