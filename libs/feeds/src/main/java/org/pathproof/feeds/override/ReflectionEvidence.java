// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

/**
 * Counts of the paths that other monitored routers received from one router over iBGP.
 *
 * @param external number of paths of its external neighbors
 * @param rewritten number of these paths that have its own address as next hop
 * @param reflected number of overrides with Pathproof's ORIGINATOR_ID
 * @param unmarked number of overrides without it. A reflector gives an override without ORIGINATOR_ID that of its
 *     sender (RFC 4456 section 8)
 */
public record ReflectionEvidence(int external, int rewritten, int reflected, int unmarked) {
    static final ReflectionEvidence NONE = new ReflectionEvidence(0, 0, 0, 0);

    ReflectionEvidence plus(ReflectionEvidence other) {
        return new ReflectionEvidence(
                external + other.external,
                rewritten + other.rewritten,
                reflected + other.reflected,
                unmarked + other.unmarked);
    }

    /** Returns true if both have the same kinds of paths. */
    boolean hasKindsOf(ReflectionEvidence other) {
        return external == 0 == (other.external == 0)
                && rewritten == 0 == (other.rewritten == 0)
                && reflected == 0 == (other.reflected == 0)
                && unmarked == 0 == (other.unmarked == 0);
    }
}
