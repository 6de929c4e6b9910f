// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.reflection;

/**
 * Knowledge of the internal neighbors of a router whose software loses withdrawals ({@link RouterSoftware}), before the
 * first override. It loses them only if the neighbors that send paths are no reflection clients.
 */
public enum NeighborClients {
    /** The software is not known to lose withdrawals. */
    NOT_NEEDED,
    /** No internal neighbor sends paths, so none can replace an override. */
    NO_PATHS,
    /** Each internal neighbor that sends paths was seen to be a client. */
    ALL,
    /** Nothing tells of a monitored router that sends paths. Its own paths show the first override that goes wrong. */
    UNSEEN,
    /** Nothing tells of an internal neighbor that sends paths and is not monitored, for example a reflector. */
    UNKNOWN,
    /** A neighbor was seen to be no client. */
    NOT_ALL;

    /** Returns true if a withdrawal of an override could be lost. */
    public boolean preventsOverrides() {
        return this == UNKNOWN || this == NOT_ALL;
    }
}
