// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

/** The direction of a TCP connection: the side that opened it. */
public enum Direction {
    /** This speaker connected to the neighbor. */
    OUTBOUND,
    /** The neighbor connected to this speaker. */
    INBOUND
}
