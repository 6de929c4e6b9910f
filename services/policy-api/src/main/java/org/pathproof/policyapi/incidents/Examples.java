// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.util.List;

/**
 * Some affected routes of an incident, from the time at which it was opened.
 *
 * @param prefixes prefixes as text, at most 20
 * @param rules names of the rules of the routes' findings
 * @param complete true if no other routes are affected
 */
record Examples(List<String> prefixes, List<String> rules, boolean complete) {
    static final Examples NONE = new Examples(List.of(), List.of(), false);

    /** Returns these examples among further affected routes. */
    Examples incomplete() {
        return complete ? new Examples(prefixes, rules, false) : this;
    }
}
