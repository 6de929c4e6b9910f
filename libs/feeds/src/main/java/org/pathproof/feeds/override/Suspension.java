// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

/** Reasons to withdraw all overrides of a router. The router then uses its own choice again. */
public enum Suspension {
    /** The router's BMP session has been lost for longer than the hold time, or no peer of the router is known. */
    ROUTER_LOST("router-lost"),
    /** The latest verdicts are late, or this replica has not read them. */
    STALE_VERDICTS("stale-verdicts"),
    /** There is no complete RPKI set, or the set is out of date. */
    STALE_KEYS("stale-keys"),
    /** This replica has not read the latest policy and the latest use of the switch. */
    STALE_POLICY("stale-policy"),
    /** The switch or the policy stops all feeds. Only the derived origin feed has this reason. */
    FEEDS_OFF("feeds-off"),
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
