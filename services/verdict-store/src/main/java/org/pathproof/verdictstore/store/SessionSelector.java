// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.OptionalLong;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.SessionNames;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.IpAddress;

/**
 * Selects a router or a peer in a request, by hash or address. A router may also be given by its name, with the number
 * of a BGP instance ({@code r1#2}). A peer may also be given by its AS number ({@code AS64496} or {@code 64496}), by
 * its name ({@code 192.0.2.1@red}), or by its VRF ({@code @red}).
 *
 * @param text the text of the request, with addresses in canonical form
 */
public record SessionSelector(String text) {
    /** Parses the text of a request; throws IllegalArgumentException for blank text and for a wrong address. */
    public static SessionSelector parse(String typed) {
        String text = typed.strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty");
        }
        try {
            return new SessionSelector(IpAddress.isLikeAddress(text) ? IpAddress.format(IpAddress.parse(text)) : text);
        } catch (InvalidTextException e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
    }

    public boolean isRouterOf(Session session) {
        return isRouter(session.getRouterIp(), session.getRouterName())
                || SessionNames.isInstance(session, text)
                || isHash(Bytes.wrap(session.getRouterHash().toByteArray()));
    }

    /** Returns true for the router with this address, name and hash. */
    public boolean isRouter(String ip, String name, Bytes hash) {
        return isRouter(ip, name) || isHash(hash);
    }

    private boolean isRouter(String ip, String name) {
        return text.equals(ip) || text.equalsIgnoreCase(name);
    }

    /** Returns true for a router whose first BGP instance is named, or one of its further instances by number. */
    public boolean isInstanceOf(Session session) {
        return session.getRouterInstance() == 0
                ? isRouterOf(session)
                : SessionNames.isInstance(session, text)
                        || isHash(Bytes.wrap(session.getRouterHash().toByteArray()));
    }

    public boolean isPeerOf(Session session) {
        OptionalLong asn = AsNumbers.find(text);
        return text.equals(session.getPeerIp())
                || text.equalsIgnoreCase(session.getPeerName())
                || SessionNames.isVrf(session, text)
                || asn.isPresent() && asn.getAsLong() == Integer.toUnsignedLong(session.getPeerAs())
                || isHash(Bytes.wrap(session.getPeerHash().toByteArray()));
    }

    private boolean isHash(Bytes hash) {
        return text.length() == 2 * hash.length() && text.equalsIgnoreCase(hash.toHex());
    }
}
