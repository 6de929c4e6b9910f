// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.AfiSafi;

/**
 * ROUTE-REFRESH (RFC 2918 section 3).
 *
 * @param subtype 0 for a request, {@link #BEGIN}, or {@link #END}
 */
public record RouteRefresh(AfiSafi family, int subtype) implements BgpMessage {
    /** Beginning of a refresh: BoRR (RFC 7313 section 3.2). */
    public static final int BEGIN = 1;
    /** End of a refresh: EoRR (RFC 7313 section 3.2). */
    public static final int END = 2;

    @Override
    public int type() {
        return TYPE_ROUTE_REFRESH;
    }
}
