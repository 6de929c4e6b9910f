// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/**
 * The part of a set that an {@link RtrServer} sends to a router, because some implementations reset the session on
 * unknown versions or PDUs.
 *
 * @param maxVersion the highest protocol version, 0 to 2
 * @param routerKeys true to send router keys, from version 1 on
 * @param aspas true to send ASPAs, from version 2 on
 */
public record RtrContent(int maxVersion, boolean routerKeys, boolean aspas) {
    /** Everything. */
    public static final RtrContent ALL = new RtrContent(2, true, true);

    private static final int VERSION_STEP = 0x4000;
    private static final int WITHOUT_ROUTER_KEYS = 0x1000;
    private static final int WITHOUT_ASPAS = 0x2000;

    public RtrContent {
        if (maxVersion < 0 || maxVersion > 2) {
            throw new IllegalArgumentException("RTR versions are 0 to 2, not " + maxVersion);
        }
    }

    /** Returns what both contents have. */
    RtrContent and(RtrContent other) {
        return new RtrContent(
                Math.min(maxVersion, other.maxVersion), routerKeys && other.routerKeys, aspas && other.aspas);
    }

    boolean hasRouterKeys(int version) {
        return routerKeys && version >= 1;
    }

    boolean hasAspas(int version) {
        return aspas && version >= 2;
    }

    /**
     * Returns the session id for a session id of the data. Each version and each content have an id of their own, equal
     * in all replicas (RFC 8210 section 5.1). So a router that gets more after a change of settings is reset, and does
     * not miss the objects from before.
     */
    int sessionId(int dataSessionId, int version) {
        int offset = VERSION_STEP * version
                + (version >= 1 && !routerKeys ? WITHOUT_ROUTER_KEYS : 0)
                + (version >= 2 && !aspas ? WITHOUT_ASPAS : 0);
        return dataSessionId + offset & 0xffff;
    }
}
