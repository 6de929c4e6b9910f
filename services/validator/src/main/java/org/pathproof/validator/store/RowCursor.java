// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import org.jspecify.annotations.Nullable;

/**
 * A row that {@link RowPages#visit} has reached, for reading in place. The arrays must not be kept or changed. A row
 * whose value is not divided has the whole value as its path part.
 */
public final class RowCursor {
    private final RowValues values;
    private final SessionParts sessions;
    RowPage page;
    private int row;
    private int group;
    private int end; // of the group

    RowCursor(RowValues values, SessionParts sessions, RowPage page) {
        this.values = values;
        this.sessions = sessions;
        this.page = page;
    }

    /** Moves to a row of a page; returns false if the page has fewer rows. */
    boolean begin(RowPage other, int first) {
        page = other;
        row = first;
        if (first >= other.count()) {
            return false;
        }
        group = other.groupOf(first);
        end = other.end(group);
        return true;
    }

    /** Moves to the next row; returns false at the end of the page. */
    boolean advance() {
        row++;
        if (row == end) {
            if (row == page.count()) {
                return false;
            }
            group++;
            end = page.end(group);
        }
        return true;
    }

    /** Returns a copy of the key. */
    public byte[] key() {
        return page.key(row, group, sessions);
    }

    /** Returns a copy of the value. */
    public byte[] value() {
        return values.value(page, row);
    }

    /** Returns true if the key begins with the prefix part of {@code key}. */
    public boolean hasPrefixOf(byte[] key) {
        return page.isPrefix(group, key);
    }

    /** Returns true if the value is not divided. */
    public boolean isWhole() {
        return sessions.isWhole(sessionNumber());
    }

    /** Returns the number of the session part, which is below {@link RowPages#sessionNumbers}. */
    int sessionNumber() {
        return page.rows().session(row);
    }

    /** Returns the first half of the session in the key. */
    public long sessionHigh() {
        return sessions.high(sessionNumber());
    }

    /** Returns the second half of the session in the key. */
    public long sessionLow() {
        return sessions.low(sessionNumber());
    }

    /** Returns the array that is the session part; empty if the value is not divided. */
    public byte[] sessionPart() {
        return sessions.content(sessionNumber());
    }

    /** Returns the array that holds the path part. */
    public byte[] pathBytes() {
        return page.parts().bytes();
    }

    /** Returns the index of the first byte of the path part. */
    public int pathAt() {
        return page.parts().at(pathNumber());
    }

    public int pathLength() {
        return page.parts().length(pathNumber());
    }

    /** Returns true if the row is in a page. */
    @SuppressWarnings("ReferenceEquality")
    boolean isIn(@Nullable RowPage other) {
        return page == other;
    }

    /** Returns the number of the path part in the page of the row. */
    int pathNumber() {
        return page.rows().path(row);
    }
}
