// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** Next hops that a router replaces by its own address towards internal neighbors. */
public enum NextHopSelf {
    NO,
    /** Those of paths from other ASes. Reflected paths keep their next hop (FRR without {@code force}). */
    EXTERNAL_PATHS,
    /** All ({@code next-hop-self force}). */
    ALL
}
