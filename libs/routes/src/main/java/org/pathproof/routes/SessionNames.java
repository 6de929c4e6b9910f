// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import org.pathproof.contracts.v1.Session;

/** The names of routers and peers, in responses, metrics and filters. */
public final class SessionNames {
    private static final char INSTANCE = '#';

    private SessionNames() {}

    /**
     * Returns the name of the router, else its address. The further BGP instances of a router (RFC 7854 section 8.1)
     * have a number: {@code r1#2}.
     */
    public static String router(Session session) {
        String name = session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName();
        return session.getRouterInstance() == 0 ? name : name + INSTANCE + session.getRouterInstance();
    }

    /**
     * Returns true if a text names the router with its instance, by number ({@code r1#1}, {@code r1#2}) or by the text
     * of its Initiation ({@code r1#vrf red}).
     */
    public static boolean isInstance(Session session, String text) {
        int mark = text.lastIndexOf(INSTANCE);
        if (mark < 0) {
            return false;
        }
        String router = text.substring(0, mark);
        String instance = text.substring(mark + 1);
        boolean ofRouter = router.equalsIgnoreCase(session.getRouterName()) || router.equals(session.getRouterIp());
        return ofRouter
                && (instance.equals(Integer.toString(Math.max(1, session.getRouterInstance())))
                        || !instance.isEmpty() && instance.equalsIgnoreCase(session.getInstanceName()));
    }

    /** Returns the name of the peer among the peers of its router: the address, if that names it. */
    public static String peer(Session session) {
        return session.getPeerName().isEmpty() ? session.getPeerIp() : session.getPeerName();
    }

    /** Returns true if a text is {@code @} and the name of the VRF of the session. */
    public static boolean isVrf(Session session, String text) {
        return !session.getVrf().isEmpty() && text.equalsIgnoreCase('@' + session.getVrf());
    }
}
