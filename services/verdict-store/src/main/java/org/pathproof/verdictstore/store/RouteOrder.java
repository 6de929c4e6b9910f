// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.contracts.RouteKey;

/** The order of routes: by prefix, SAFI, session and path id. A prefix precedes the prefixes that it covers. */
final class RouteOrder {
    private RouteOrder() {}

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
}
