// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.SessionId;

/** Tests that a mailbox of a board holds no session more than once. */
class SessionMailboxTest {
    private static final SessionId FIRST = Events.session(1);
    private static final SessionId SECOND = Events.session(2);

    private final SessionBoard board = new SessionBoard();
    private final SessionMailbox mailbox = board.subscribe();

    @Test
    void aStalledTaskHoldsEachSessionOnce() {
        for (int epoch = 1; epoch <= 10_000; epoch++) {
            board.put(FIRST, Events.down(1, epoch));
            board.put(SECOND, Events.down(2, epoch));
        }
        assertThat(mailbox.take()).isEqualTo(Map.of(FIRST, 0L, SECOND, 0L));
        assertThat(mailbox.isEmpty()).isTrue();
        assertThat(mailbox.take()).isEmpty();
    }

    @Test
    void aDeletedSessionKeepsItsHighestEpochWhenItBeginsAnew() {
        board.put(FIRST, Events.down(1, 7));
        board.put(FIRST, null);
        board.put(FIRST, Events.down(1, 2));
        board.put(FIRST, null);
        board.put(FIRST, Events.down(1, 1));
        assertThat(mailbox.take()).isEqualTo(Map.of(FIRST, 8L));
    }

    @Test
    void doesNotPostARecordThatEndsNoRoutes() {
        board.put(FIRST, Events.down(1, 7));
        mailbox.take();
        board.put(FIRST, Events.down(1, 7).toBuilder().setEpoch(8).build());
        board.put(SECOND, null);
        assertThat(mailbox.isEmpty()).isTrue();
        mailbox.close();
        board.put(FIRST, Events.down(1, 9));
        assertThat(mailbox.isEmpty()).isTrue();
    }
}
