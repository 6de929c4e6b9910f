// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/** The state of a client's session. */
public enum RtrState {
    /** There is no connection. */
    DISCONNECTED,
    /** A query was sent and is not answered yet. On a new connection, the version is not agreed yet. */
    NEGOTIATING,
    /** A response is arriving. */
    RECEIVING,
    /** The data of the last End of Data is current. */
    SYNCHRONISED,
    /** The cache reports that it has no data. */
    NO_DATA
}
