// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.store.RouteTable;

/** Tests the warnings about sessions with an incomplete table, and their remedies. */
final class SessionJsonTest {
    private final RouteTable table = new RouteTable();

    @Test
    void anUpSessionWithoutRoutesHasAWarning() {
        SessionJson flagged = json(session(1, 1, 1).setTableWarning("only-withdrawals"));
        assertThat(flagged.noRoutes()).isTrue();
        assertThat(flagged.tableWarning()).isEqualTo("only-withdrawals");
        assertThat(flagged.tableWarningText()).contains("soft-reconfiguration inbound");

        table.applyVerdict(
                key("10.0.0.0/8", 1).toBytes(), unsigned(65001).build().toByteArray());
        SessionJson partly = json(session(1, 1, 1).setTableWarning("only-mirrored"));
        assertThat(partly.noRoutes()).isFalse();
        assertThat(partly.tableWarningText()).contains("from before the BMP connection are missing");
    }

    @Test
    void anEmptySessionAndOneThatIsDownAreNotFlagged() {
        assertThat(json(session(1, 1, 1)).noRoutes()).isFalse();
        SessionJson down =
                json(session(1, 1, 1).setTableWarning("only-withdrawals").setState(State.DOWN));
        assertThat(down.noRoutes()).isFalse();
        assertThat(down.tableWarning()).isNull();
    }

    private SessionJson json(Session.Builder record) {
        table.applySession(sessionId(1).bytes().toArray(), record.build().toByteArray());
        return Objects.requireNonNull(
                SessionJson.of(table.sessionViews().iterator().next()));
    }
}
