// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.OptionalLong;

/**
 * The origin AS of a route for origin validation (RFC 6811 section 2). The origin of some paths is the own AS of the
 * router, which the router's messages may not show.
 *
 * @param asn the origin AS; empty if there is none or if it is unknown
 * @param certain false if the origin may be another AS than {@code asn}
 */
public record RouteOrigin(OptionalLong asn, boolean certain) {
    /** The value NONE of RFC 6811: no VRP matches the route, because its path ends with an AS_SET. */
    public static final RouteOrigin NONE = new RouteOrigin(OptionalLong.empty(), true);

    /** An origin AS that no message shows. */
    public static final RouteOrigin UNKNOWN = new RouteOrigin(OptionalLong.empty(), false);

    /** Returns an origin AS that the path or the session shows. */
    public static RouteOrigin of(long asn) {
        return new RouteOrigin(OptionalLong.of(asn), true);
    }

    /** Returns an origin AS that other messages of the router suggest. */
    public static RouteOrigin probably(long asn) {
        return new RouteOrigin(OptionalLong.of(asn), false);
    }
}
