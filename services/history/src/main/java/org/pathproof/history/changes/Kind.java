// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Locale;

/** The kinds of changes of a route. Files store their numbers. */
public enum Kind {
    /** The route appears. */
    ANNOUNCED(0),
    /** The route disappears. */
    WITHDRAWN(1),
    /** The route has another path; its states may differ, too. */
    PATH_CHANGED(2),
    /** The route has the same path and another state or reason. */
    REVALIDATED(3);

    private final int number;

    Kind(int number) {
        this.number = number;
    }

    /** Returns the number in files. */
    public int number() {
        return number;
    }

    /** Returns the name in requests and responses, such as {@code path-changed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
