// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

/**
 * The BMP messages that the pre-policy Adj-RIB-In of a peer is taken from; {@link MirroredRoutes} has the rules of
 * AUTO.
 */
public enum Sources {
    /** Route Monitoring only. */
    MONITORING,
    /** Route Mirroring only. Other views still come from Route Monitoring. */
    MIRRORING,
    /** Both: a mirrored UPDATE counts if only it carries BGPsec_PATH. */
    AUTO
}
