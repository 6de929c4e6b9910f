// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import org.jspecify.annotations.Nullable;

/**
 * A change of a route.
 *
 * @param timeUs time of the change, microseconds since 1970: that of the validator's record, or of the session's end
 * @param partition partition of the record
 * @param position offset of the record, with the generation of the topic in the upper bits ({@link Positions})
 * @param epoch epoch of the verdict; that of the former verdict for a withdrawn route
 * @param after the new state; null for a withdrawn route
 * @param before the former state; null for an announced route
 */
public record Change(
        RouteAddress route,
        long timeUs,
        int partition,
        long position,
        long epoch,
        Kind kind,
        Cause cause,
        @Nullable States after,
        @Nullable States before,
        long originAs,
        @Nullable String asPath,
        @Nullable String rules,
        int hop,
        long failAs) {
    /**
     * The three states of a verdict, as numbers of {@code verdict.proto}.
     *
     * @param path state of the path (RFC 8205)
     * @param origin state of the origin (RFC 6811)
     * @param aspa result of the verification by ASPA
     */
    public record States(int path, int origin, int aspa) {}
}
