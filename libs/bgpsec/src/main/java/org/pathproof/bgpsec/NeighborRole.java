// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;

/** The role of an external neighbor for the local AS (RFC 9234 section 3.1). */
public enum NeighborRole {
    CUSTOMER("customer", AspaProcedure.UPSTREAM),
    PROVIDER("provider", AspaProcedure.DOWNSTREAM),
    /** A lateral peer. */
    PEER("peer", AspaProcedure.UPSTREAM),
    ROUTE_SERVER("route-server", AspaProcedure.UPSTREAM),
    /** The local AS is the route server. */
    ROUTE_SERVER_CLIENT("route-server-client", AspaProcedure.UPSTREAM);

    private final String label;
    private final AspaProcedure procedure;

    NeighborRole(String label, AspaProcedure procedure) {
        this.label = label;
        this.procedure = procedure;
    }

    /** Returns the name in settings and REST. */
    public String label() {
        return label;
    }

    /** Returns the procedure for routes from this neighbor (draft-ietf-sidrops-aspa-verification section 6). */
    public AspaProcedure procedure() {
        return procedure;
    }

    /** Returns true if the AS path begins with the AS of the neighbor. Route servers may leave out their own AS. */
    public boolean isFirstInPath() {
        return this != ROUTE_SERVER;
    }

    /**
     * Converts the BGP Role capability that the neighbor advertised (RFC 9234 section 4.1).
     *
     * @param role value of the capability
     * @return empty for an unassigned value
     */
    public static Optional<NeighborRole> ofNeighbor(int role) {
        return Optional.ofNullable(
                switch (role) {
                    case 0 -> PROVIDER;
                    case 1 -> ROUTE_SERVER;
                    case 2 -> ROUTE_SERVER_CLIENT;
                    case 3 -> CUSTOMER;
                    case 4 -> PEER;
                    default -> null;
                });
    }

    /** Converts the BGP Role capability that the local router advertised: the complement of the neighbor's role. */
    public static Optional<NeighborRole> ofLocal(int role) {
        return ofNeighbor(role).map(local -> switch (local) {
            case PROVIDER -> CUSTOMER;
            case CUSTOMER -> PROVIDER;
            case ROUTE_SERVER -> ROUTE_SERVER_CLIENT;
            case ROUTE_SERVER_CLIENT -> ROUTE_SERVER;
            case PEER -> PEER;
        });
    }
}
