// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routerfeeds.policy.AcceptedChange;
import org.pathproof.routerfeeds.policy.Authorship;
import org.pathproof.routerfeeds.policy.PolicyState;

/** Tests the pages of the history of the policy. */
final class HistoryJsonTest {
    private static final String DOCUMENT = "own-as: 64999\n";

    private static PolicyState stateWithVersions(int versions) {
        List<AcceptedChange> history = new ArrayList<>();
        Optional<AcceptedChange.Policy> policy = Optional.empty();
        for (int i = 1; i <= versions; i++) {
            Authorship by = new Authorship("writer " + i, Instant.EPOCH, "");
            AcceptedChange.Policy next =
                    new AcceptedChange.Policy(i - 1, by, i, DOCUMENT, policy.map(AcceptedChange.Policy::text));
            history.add(next);
            policy = Optional.of(next);
        }
        return new PolicyState(true, null, policy, PolicyDocument.EMPTY, Optional.empty(), history);
    }

    /** A page begins after the cursor, also if the change of the cursor was removed in the meantime. */
    @Test
    void pagesOfTheHistoryHaveEachChangeOnce() {
        PolicyState state = stateWithVersions(7);
        List<Long> versions = new ArrayList<>();
        HistoryCursor cursor = null;
        do {
            HistoryJson page = HistoryJson.of(state, cursor, 3);
            assertThat(page.total()).isEqualTo(7);
            assertThat(page.changes()).hasSizeBetween(1, 3);
            page.changes().forEach(change -> versions.add(change.version()));
            cursor = page.cursor() == null ? null : HistoryCursor.parse(page.cursor());
        } while (cursor != null);
        assertThat(versions).containsExactly(7L, 6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(HistoryJson.of(state, new HistoryCursor(0), 3).changes())
                .as("older changes were removed")
                .isEmpty();
    }
}
