// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import java.util.Set;

/**
 * The part of a row's findings that counts need.
 *
 * @param rules the rules as bits, from bit 0 on
 * @param offenders the AS numbers that the findings name
 */
public record Findings(long rules, Set<Long> offenders) {
    /** No findings. */
    public static final Findings NONE = new Findings(0, Set.of());

    public boolean isEmpty() {
        return rules == 0 && offenders.isEmpty();
    }
}
