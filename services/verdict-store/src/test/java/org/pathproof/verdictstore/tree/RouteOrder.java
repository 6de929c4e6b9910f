// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** The order of routes: by prefix, SAFI, session and path id. A prefix precedes the prefixes that it covers. */
final class RouteOrder {
    private static final SessionId FIRST_SESSION = new SessionId(Bytes.wrap(new byte[SessionId.LENGTH]));

    private RouteOrder() {}

    /** A route in this order. Its parts are read without a {@link RouteKey}, because a tree compares many routes. */
    interface Entry {
        RouteKey key();

        /** Returns the address family of the prefix, as in {@link Prefix#afi}. */
        int afi();

        /** Returns the first 64 bits of the prefix. */
        long hi();

        /** Returns the last 64 bits of the prefix. */
        long lo();

        /** Returns the length of the prefix in bits. */
        int length();

        int safi();

        SessionId session();

        long pathId();
    }

    static int compare(RouteKey a, RouteKey b) {
        int c = a.prefix().compareTo(b.prefix());
        if (c == 0) {
            c = Integer.compare(a.safi(), b.safi());
        }
        if (c == 0) {
            c = a.session().bytes().compareTo(b.session().bytes());
        }
        return c != 0 ? c : Long.compare(a.pathId(), b.pathId());
    }

    static int compare(Entry a, RouteKey b) {
        Prefix prefix = b.prefix();
        int c = Integer.compare(a.afi(), prefix.afi());
        if (c == 0) {
            c = Long.compareUnsigned(a.hi(), prefix.hi());
        }
        if (c == 0) {
            c = Long.compareUnsigned(a.lo(), prefix.lo());
        }
        if (c == 0) {
            c = Integer.compare(a.length(), prefix.length());
        }
        if (c == 0) {
            c = Integer.compare(a.safi(), b.safi());
        }
        if (c == 0) {
            c = a.session().bytes().compareTo(b.session().bytes());
        }
        return c != 0 ? c : Long.compare(a.pathId(), b.pathId());
    }

    static int compare(Entry a, Entry b) {
        return a.hi() != b.hi() && a.afi() == b.afi() ? Long.compareUnsigned(a.hi(), b.hi()) : compare(a, b.key());
    }

    /** Returns a key that precedes all routes of {@code prefix} and follows all routes of earlier prefixes. */
    static RouteKey startOf(Prefix prefix) {
        return new RouteKey(prefix, 0, FIRST_SESSION, -1);
    }
}
