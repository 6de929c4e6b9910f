// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.AfiSafi;

/**
 * ROUTE-REFRESH (RFC 2918 section 3).
 *
 * @param subtype 0 for a request; 1 and 2 for the beginning and end of a refresh (RFC 7313 section 3.2)
 */
public record RouteRefresh(AfiSafi family, int subtype) implements BgpMessage {
    @Override
    public int type() {
        return TYPE_ROUTE_REFRESH;
    }
}
