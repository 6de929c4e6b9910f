// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

/** The source of the pre-policy Adj-RIB-In of a peer. {@code MirroredRoutes} has the rules of AUTO. */
public enum Sources {
    /** Route Monitoring only. */
    MONITORING,
    /** Route Mirroring only. Other views still come from Route Monitoring. */
    MIRRORING,
    /** Both. The mirrored UPDATE is used if it carries BGPsec_PATH and the monitored one does not. */
    AUTO
}
