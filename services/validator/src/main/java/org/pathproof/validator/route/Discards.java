// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.List;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Finding;

/**
 * The findings about discarded attributes (RFC 7606 section 2). They are part of every verdict on the announcement, and
 * no state depends on them. A row without its announcement has them in its verdict only.
 */
final class Discards {
    private static final String LABEL = Rule.ATTRIBUTE_DISCARDED.label();

    private Discards() {}

    static boolean is(Finding finding) {
        return finding.getRule().equals(LABEL);
    }

    /** Returns the findings about discarded attributes among the findings of a verdict. */
    static List<Finding> in(List<Finding> findings) {
        return findings.isEmpty()
                ? List.of()
                : findings.stream().filter(Discards::is).toList();
    }
}
