// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

import java.util.Locale;

/** The kinds of files. Each has a folder of its own. */
public enum Dataset {
    /** Changes of routes, by hour. */
    CHANGES,
    /** The routes that were there before the history began. */
    BASELINE,
    /** Events of sessions. */
    SESSIONS,
    /** All live routes at a time. */
    SNAPSHOT,
    /** Number of changes by minute, session, kind, cause and states. */
    FLOW,
    /** Routes that turned NOT_VALID, by hour, session, AS and rule. */
    BLAME,
    /** Prefixes with several changes within an hour. */
    FLAPS;

    /** Returns the name of the folder. */
    public String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if the files of an hour belong to the folder of that hour. */
    public boolean isByHour() {
        return this == CHANGES || this == FLOW || this == BLAME || this == FLAPS;
    }
}
