// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Locale;

/** Relation of the found prefixes to the prefix of the query. */
public enum Match {
    /** The same prefix. */
    EXACT,
    /**
     * The longest prefix that equals or covers the prefix of the query, and has a route that matches the rest of the
     * query.
     */
    LONGEST,
    /** Every prefix that equals or covers the prefix of the query: less specifics. */
    COVERING,
    /** Every prefix that the prefix of the query equals or covers: more specifics. */
    COVERED;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
