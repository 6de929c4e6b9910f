// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Locale;

/** Relation of the routes of a query to its prefix. */
public enum Match {
    /** The same prefix. */
    EXACT,
    /**
     * The longest prefix, including that of the query, that covers the prefix of the query and has a route that matches
     * the rest of the query.
     */
    LONGEST,
    /** Every prefix, including that of the query, that covers the prefix of the query: less specifics. */
    COVERING,
    /** Every prefix, including that of the query, that the prefix of the query covers: more specifics. */
    COVERED;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
