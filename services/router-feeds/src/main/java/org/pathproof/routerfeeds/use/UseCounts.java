// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

/** Numbers of announced overrides of a router, by {@link UseState}. */
public record UseCounts(int pending, int inUse, int notInUse, int unknown) {
    /** No overrides. */
    public static final UseCounts NONE = new UseCounts(0, 0, 0, 0);

    /** Returns the number of one state. */
    public int of(UseState state) {
        return switch (state) {
            case PENDING -> pending;
            case IN_USE -> inUse;
            case NOT_IN_USE -> notInUse;
            case UNKNOWN -> unknown;
        };
    }
}
