// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Comparator;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** The order of routes: by prefix, so that a prefix stands directly before what it covers, then SAFI, session and path id. */
public final class RouteOrder implements Comparator<RouteKey> {
    public static final RouteOrder INSTANCE = new RouteOrder();

    private static final SessionId FIRST_SESSION = new SessionId(Bytes.wrap(new byte[SessionId.LENGTH]));

    private RouteOrder() {}

    @Override
    public int compare(RouteKey a, RouteKey b) {
        int c = a.prefix().compareTo(b.prefix());
        if (c == 0) {
            c = Integer.compare(a.safi(), b.safi());
        }
        if (c == 0) {
            c = a.session().octets().compareTo(b.session().octets());
        }
        return c != 0 ? c : Long.compare(a.pathId(), b.pathId());
    }

    /** A key that stands before every route of {@code prefix} and behind every route of the prefixes before it. */
    public static RouteKey startOf(Prefix prefix) {
        return new RouteKey(prefix, 0, FIRST_SESSION, -1);
    }
}
