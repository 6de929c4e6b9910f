// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.List;
import org.pathproof.history.engine.View;

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
                        Column.of("timestamp", Column.Type.TIME),
                        Column.of("session", Column.Type.SESSION),
                        Column.of("state", Column.Type.TEXT),
                        Column.of("epoch", Column.Type.NUMBER),
                        Column.of("dead_before", Column.Type.NUMBER),
                        Column.of("local_as", Column.Type.NUMBER),
                        Column.of("reason", Column.Type.TEXT),
                        Column.of("collector", Column.Type.TEXT)));
    }
}
