// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * A session between two routers of the network. Routers in different member ASes have a confederation session.
 *
 * @param addPath true if both send all paths (RFC 7911)
 */
public record PeeringPlan(int first, int second, Clients clients, boolean addPath) {
    /** The ends that are reflection clients of the other end (RFC 4456). */
    public enum Clients {
        NONE,
        SECOND,
        /** Both, as the recipe for GoBGP has it. */
        BOTH
    }

    /** Returns true if the other end is a reflection client of a router. */
    public boolean isReflector(int router) {
        return clients == Clients.BOTH || (clients == Clients.SECOND && router == first);
    }

    /** Returns true if a router is one of the ends. */
    public boolean has(int router) {
        return router == first || router == second;
    }
}
