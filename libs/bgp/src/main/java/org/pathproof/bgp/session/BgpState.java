// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** States of a neighbor (RFC 4271 section 8.2.2), in the order of progress. */
public enum BgpState {
    /** Stopped, or waiting after an error; connections of the neighbor are refused. */
    IDLE,
    /** Waiting for the neighbor to connect, or for the next attempt to connect. */
    ACTIVE,
    /** A TCP connection is being opened. */
    CONNECT,
    /** Connected; this speaker's OPEN is sent. */
    OPEN_SENT,
    /** The neighbor's OPEN is accepted. */
    OPEN_CONFIRM,
    /** Routes are exchanged. */
    ESTABLISHED
}
