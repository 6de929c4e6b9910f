// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.store.SessionSelector;

/**
 * Parameters that select the content of an export.
 *
 * @param format name of the format, because names of sets can depend on it
 * @param router null for all routers
 * @param neighbor null for one set per neighbor
 * @param group group of the policy whose rules select the prefixes; null for the states NOT_VALID and, with {@code
 *     malformed}, MALFORMED
 * @param name name of the set, or the start of the names of several sets
 */
record Selection(
        String format,
        @Nullable SessionSelector router,
        @Nullable SessionSelector neighbor,
        @Nullable String group,
        String name,
        boolean malformed) {
    /** Returns true if a set with this name belongs to the selection. */
    boolean ownsName(String set) {
        return neighbor == null ? set.startsWith(name + '_') : set.equals(name);
    }
}
