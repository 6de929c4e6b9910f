// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** Reasons for which the operator ends a session. */
public enum Ending {
    /** The neighbor drops the routes of this speaker at once. */
    SHUTDOWN,
    /** As {@link #SHUTDOWN}, because the neighbor is removed from the configuration. */
    DECONFIGURED,
    /** This process restarts: a neighbor with graceful restart keeps the routes. */
    RESTART
}
