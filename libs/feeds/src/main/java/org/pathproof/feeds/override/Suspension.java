// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

/** Reasons to withdraw all overrides of a router. The router then uses its own choice again. */
public enum Suspension {
    /** The router's BMP session has been lost for longer than the hold time. */
    ROUTER_LOST("router-lost"),
    /** This replica has not read the latest verdicts of the topic. */
    STALE_VERDICTS("stale-verdicts"),
    /** The RPKI set is incomplete or has expired. */
    STALE_KEYS("stale-keys"),
    /** This replica has not read the latest policy and the latest use of the switch. */
    STALE_POLICY("stale-policy"),
    /** The switch or the policy stops all feeds. */
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
