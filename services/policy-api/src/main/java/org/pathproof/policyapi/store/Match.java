// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Locale;

/** How the prefix of a query relates to the prefixes of the routes it asks for. */
public enum Match {
    /** The same prefix. */
    EXACT,
    /** The longest prefix that covers it, itself included, and has a route that fits the rest of the query. */
    LONGEST,
    /** Every prefix that covers it, itself included: less specifics. */
    COVERING,
    /** Every prefix that it covers, itself included: more specifics. */
    COVERED;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
