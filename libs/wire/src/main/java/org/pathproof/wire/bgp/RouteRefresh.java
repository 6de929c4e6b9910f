// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.AfiSafi;

/** ROUTE-REFRESH (RFC 2918); {@code subtype} is 0, or 1 and 2 for the begin and end of RFC 7313. */
public record RouteRefresh(AfiSafi family, int subtype) implements BgpMessage {
    @Override
    public int type() {
        return TYPE_ROUTE_REFRESH;
    }
}
