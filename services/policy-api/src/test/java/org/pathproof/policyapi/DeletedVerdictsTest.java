// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;

/** Tests that the store equals a topic that was deleted and created again, although all its positions exist again. */
class DeletedVerdictsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void readsANewTopicFromItsBeginning() {
        try (RunningApi api = new RunningApi()) {
            api.putSession(
                    1,
                    Session.newBuilder()
                            .setRouterName("edge1")
                            .setState(State.UP)
                            .setEpoch(1));
            RouteKey gone = Records.key("10.1.0.0/16", 1);
            RouteKey kept = Records.key("10.2.0.0/16", 1);
            api.putVerdict(gone, valid());
            api.putVerdict(kept, valid());
            RouteTable table = api.bean(RouteTable.class);
            await().atMost(TIMEOUT)
                    .until(() -> table.get(gone).isPresent() && table.get(kept).isPresent());

            api.recreateVerdicts();
            for (int i = 0; i < 3; i++) {
                api.putVerdict(kept, valid());
            }
            await().atMost(TIMEOUT)
                    .until(() -> table.get(gone).isEmpty() && table.get(kept).isPresent());
            StoreInputStatus status = api.bean(StoreStatus.class).input();
            await().atMost(TIMEOUT)
                    .until(() -> api.bean(StoreStatus.class).input().ready());
            assertThat(status.rejected()).isZero();
        }
    }

    @Test
    void readsANewTopicFromItsBeginningAlsoBeforeTheStoreWasComplete() {
        try (RunningApi api = new RunningApi()) {
            api.rpki().replace(Set.of());
            api.putSession(1, Records.session(1, 1, 1));
            RouteKey gone = Records.key("10.1.0.0/16", 1);
            RouteKey kept = Records.key("10.2.0.0/16", 1);
            api.putVerdict(gone, valid());
            api.awaitRoutes(1);
            // The end of the log is not readable, so that the first reading does not end.
            try (RunningApi.OpenTransaction open = api.transaction()) {
                open.putVerdict(kept, valid());
                api.restartUnready();
                RouteTable table = api.bean(RouteTable.class);
                await().atMost(TIMEOUT).until(() -> table.get(gone).isPresent());
                assertThat(api.bean(StoreStatus.class).input().ready()).isFalse();

                api.recreateVerdicts();
                for (int i = 0; i < 3; i++) {
                    api.putVerdict(kept, valid());
                }
                await().atMost(TIMEOUT)
                        .until(() -> api.bean(StoreStatus.class).input().ready());
                assertThat(table.get(gone)).isEmpty();
                assertThat(table.get(kept)).isPresent();
            }
        }
    }

    private static Verdict.Builder valid() {
        return Records.valid(64501).setEpoch(1);
    }
}
