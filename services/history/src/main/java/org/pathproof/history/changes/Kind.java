// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Locale;

/** The kinds of changes of a route. Files store their numbers, so the order of the constants is fixed. */
public enum Kind {
    /** The route appears. */
    ANNOUNCED,
    /** The route disappears. */
    WITHDRAWN,
    /** The route has another path; its states may differ, too. */
    PATH_CHANGED,
    /** The route has the same path and another state or reason. */
    REVALIDATED;

    /** Returns the number in files. */
    public int number() {
        return ordinal();
    }

    /** Returns the name in requests and responses, such as {@code path-changed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
