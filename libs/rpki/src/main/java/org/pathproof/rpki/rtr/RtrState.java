// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/** The state of a client's session. */
public enum RtrState {
    /** There is no connection. */
    DISCONNECTED,
    /** A query is sent and not answered. On a new connection the version is not agreed either. */
    NEGOTIATING,
    /** An answer is arriving. */
    RECEIVING,
    /** The data is that of the last End of Data. */
    SYNCHRONISED,
    /** The cache reports that it has no data. */
    NO_DATA
}
