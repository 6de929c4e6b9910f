// SPDX-License-Identifier: Apache-2.0
package org.pathproof.networkrecords;

/**
 * A version of a route.
 *
 * @param neighbor the neighbor whose path the session prefers
 * @param number changes the times, a second with each version, and communities
 * @param withdrawnKeyOf an AS whose router key is withdrawn; 0 for none
 * @param originInvalid true if a ROA authorises another origin
 */
public record RouteVersion(int neighbor, int number, int withdrawnKeyOf, boolean originInvalid) {
    /** Returns a version with all keys, and without a ROA that authorises another origin. */
    public static RouteVersion of(int neighbor, int number) {
        return new RouteVersion(neighbor, number, 0, false);
    }

    /** Returns this version without the key of an AS. */
    public RouteVersion withoutKeyOf(int asn) {
        return new RouteVersion(neighbor, number, asn, originInvalid);
    }

    /** Returns this version with an origin that the ROAs authorise or do not authorise. */
    public RouteVersion withInvalidOrigin(boolean invalid) {
        return new RouteVersion(neighbor, number, withdrawnKeyOf, invalid);
    }
}
