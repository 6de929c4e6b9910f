// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** The side that opened a TCP connection. */
public enum Direction {
    /** This speaker connected to the neighbor. */
    OUTBOUND,
    /** The neighbor connected to this speaker. */
    INBOUND
}
