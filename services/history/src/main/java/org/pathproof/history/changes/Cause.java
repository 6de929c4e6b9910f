// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Locale;

/** The causes of changes. Files store their numbers. */
public enum Cause {
    /** The records do not tell the cause. */
    UNKNOWN(0),
    /** An UPDATE of the router: a new route or another path. */
    UPDATE(1),
    /** A router key appeared or was withdrawn. */
    KEY(2),
    /** A VRP appeared or was withdrawn. */
    VRP(3),
    /** An ASPA appeared or was withdrawn. */
    ASPA(4),
    /** The session of the route ended. */
    SESSION(5),
    /** The policy of the feeds changed. */
    POLICY(6),
    /** The difference was found after a gap, so time and cause of the change are unknown. */
    GAP(7),
    /** The route was there before the history began. */
    BASELINE(8);

    private final int number;

    Cause(int number) {
        this.number = number;
    }

    /** Returns the number in files. */
    public int number() {
        return number;
    }

    /** Returns the name in requests and responses, such as {@code update}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
