// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** Reasons for which the operator ends a session. */
public enum Ending {
    /** The operator stops the session. The neighbor drops the routes of this speaker at once. */
    SHUTDOWN,
    /** The neighbor is removed from the configuration. It drops the routes of this speaker at once. */
    DECONFIGURED,
    /** This process restarts: a neighbor with graceful restart keeps the routes. */
    RESTART
}
