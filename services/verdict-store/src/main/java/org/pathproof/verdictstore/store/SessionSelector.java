// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.Locale;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.SessionNames;
import org.pathproof.wire.Prefix;

/**
 * Selects a router or a peer in a request, by hash or address. A router may also be given by its name, with the number
 * of a BGP instance ({@code r1#2}). A peer may also be given by its AS number ({@code AS64496}), by its name ({@code
 * 192.0.2.1@red}), or by its VRF ({@code @red}).
 *
 * @param text the text of the request, with addresses in canonical form
 */
public record SessionSelector(String text) {
    /** Parses the text of a request; throws IllegalArgumentException for blank text. */
    public static SessionSelector parse(String typed) {
        String text = typed.strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty");
        }
        return new SessionSelector(text.contains(":") ? canonical(text) : text);
    }

    private static String canonical(String address) {
        try {
            return Prefix.parse(address).address();
        } catch (IllegalArgumentException e) {
            return address; // not an address: a name with a colon
        }
    }

    public boolean isRouterOf(Session session) {
        return text.equals(session.getRouterIp())
                || text.equalsIgnoreCase(session.getRouterName())
                || SessionNames.isInstance(session, text)
                || isHash(session.getRouterHash());
    }

    /** Returns true for a router whose first BGP instance is named, or one of its further instances by number. */
    public boolean isInstanceOf(Session session) {
        return session.getRouterInstance() == 0
                ? isRouterOf(session)
                : SessionNames.isInstance(session, text) || isHash(session.getRouterHash());
    }

    public boolean isPeerOf(Session session) {
        return text.equals(session.getPeerIp())
                || text.equalsIgnoreCase(session.getPeerName())
                || SessionNames.isVrf(session, text)
                || isHash(session.getPeerHash())
                || text.toUpperCase(Locale.ROOT).equals("AS" + Integer.toUnsignedString(session.getPeerAs()));
    }

    private boolean isHash(ByteString hash) {
        return text.length() == 2 * hash.size()
                && text.equalsIgnoreCase(HexFormat.of().formatHex(hash.toByteArray()));
    }
}
