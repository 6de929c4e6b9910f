// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.util.Locale;

/** The way in which the sources of a preference group make the data in force. */
public enum Combination {
    /** The data is that of one source of the group. */
    FIRST,
    /** The data is the union of all sources of the group. */
    UNION;

    /** Returns the name in settings and reports. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
