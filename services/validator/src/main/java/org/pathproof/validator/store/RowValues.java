// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;

/** Joins the values of rows in pages. Not thread-safe. */
final class RowValues {
    private final RowLayout layout;
    private final SessionParts sessions;
    private final RowParts joined = new RowParts();

    RowValues(RowLayout layout, SessionParts sessions) {
        this.layout = layout;
        this.sessions = sessions;
    }

    /** Returns the value of a row of a page. */
    byte[] value(RowPage page, int row) {
        int session = page.rows().session(row);
        Parts parts = page.parts();
        int path = page.rows().path(row);
        if (sessions.isWhole(session)) {
            int at = parts.at(path);
            return Arrays.copyOfRange(parts.bytes(), at, at + parts.length(path));
        }
        int attributes = page.rows().attributes(row);
        byte[] content = sessions.content(session);
        joined.session.set(content, 0, content.length);
        joined.path.set(parts.bytes(), parts.at(path), parts.length(path));
        joined.attributes.set(parts.bytes(), parts.at(attributes), parts.length(attributes));
        joined.own = page.rows().own(row);
        return layout.join(joined);
    }
}
