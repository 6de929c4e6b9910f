// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Locale;

/** The causes of changes. Files store their numbers, so the order of the constants is fixed. */
public enum Cause {
    /** The records do not tell the cause. */
    UNKNOWN,
    /** An UPDATE of the router: a new route or another path. */
    UPDATE,
    /** A router key appeared or was withdrawn. */
    KEY,
    /** A VRP appeared or was withdrawn. */
    VRP,
    /** An ASPA appeared or was withdrawn. */
    ASPA,
    /** The session of the route ended. */
    SESSION,
    /** The policy of the feeds changed. */
    POLICY,
    /** The difference was found after a gap, so time and cause of the change are unknown. */
    GAP,
    /** The route was there before the history began. */
    BASELINE;

    /** Returns the number in files. */
    public int number() {
        return ordinal();
    }

    /** Returns the name in requests and responses, such as {@code update}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
