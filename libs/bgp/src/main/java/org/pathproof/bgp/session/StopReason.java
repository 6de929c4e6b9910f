// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** Reasons of a ManualStop, with which an operator or this process ends a session (RFC 4271 section 8.1.2). */
public enum StopReason {
    /** The operator stops the session. The neighbor drops the routes of this speaker at once. */
    SHUTDOWN,
    /** The neighbor is removed from the configuration. The neighbor drops the routes of this speaker at once. */
    DECONFIGURED,
    /** This process restarts: a neighbor with graceful restart keeps the routes. */
    RESTART
}
