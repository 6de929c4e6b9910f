// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.List;
import org.pathproof.history.engine.View;
import org.pathproof.history.questions.Column.Type;

/** Questions about sessions. */
public final class SessionQuestions {
    private SessionQuestions() {}

    /** Returns the events of sessions in a period, newest first. */
    public static Question events(View view, SessionBook book, Period period, Filter filter) {
        return new Question(
                "SELECT epoch_us(ts), session, state, epoch, dead_before, local_as, reason, collector FROM "
                        + view.sessions("*") + " WHERE " + period.condition("ts") + " AND " + filter.sessions(book)
                        + " ORDER BY ts DESC, pos DESC",
                List.of(
                        Column.of("timestamp", Type.TIME),
                        Column.of("session", Type.SESSION),
                        Column.of("state", Type.TEXT),
                        Column.of("epoch", Type.NUMBER),
                        Column.of("dead_before", Type.NUMBER),
                        Column.of("local_as", Type.NUMBER),
                        Column.of("reason", Type.TEXT),
                        Column.of("collector", Type.TEXT)));
    }
}
