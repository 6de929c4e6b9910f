// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

/** From which BMP messages the pre-policy Adj-RIB-In of a peer is taken ({@link MirroredRoutes} says how {@code AUTO} decides). */
public enum Sources {
    /** Route Monitoring alone. */
    MONITORING,
    /** Route Mirroring alone; other views still come from Route Monitoring, which alone has them. */
    MIRRORING,
    /** Both: the mirrored UPDATE where only it carries BGPsec_PATH. */
    AUTO
}
