// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/** How a client stands with its cache. */
public enum RtrState {
    /** There is no connection. */
    DISCONNECTED,
    /** A query was sent and not answered yet; on a new connection that includes the agreement on a version. */
    NEGOTIATING,
    /** An answer is arriving. */
    RECEIVING,
    /** The data is that of the cache's last End of Data. */
    SYNCHRONISED,
    /** The cache says that it has no data. */
    NO_DATA
}
