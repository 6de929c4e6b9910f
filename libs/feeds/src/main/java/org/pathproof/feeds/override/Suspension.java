// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

/** Reasons to withdraw all overrides of a router, so that it returns to its own choice. */
public enum Suspension {
    /** The router's BMP session is lost for longer than the hold time. */
    ROUTER_LOST("router-lost"),
    /** The verdicts that this replica has read are behind the topic. */
    STALE_VERDICTS("stale-verdicts"),
    /** The RPKI set is incomplete or has expired. */
    STALE_KEYS("stale-keys"),
    /** The replica has not read the topics to their end since its start. */
    STARTING("starting");

    private final String label;

    Suspension(String label) {
        this.label = label;
    }

    /** Returns the stable name for REST and metrics. */
    public String label() {
        return label;
    }
}
