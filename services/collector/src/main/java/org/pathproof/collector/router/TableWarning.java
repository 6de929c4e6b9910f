// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.List;
import org.pathproof.contracts.v1.Source;

/**
 * Detects, in one epoch of a view, a session whose table differs from the router's. In one case, Route Monitoring sends
 * withdrawals and never a route, as FRR does for a neighbor without {@code soft-reconfiguration inbound}. In the other
 * case, Route Mirroring has routes that the settings do not use.
 */
public final class TableWarning {
    /** No warning. */
    static final String NONE = "";
    /** Route Monitoring sends only withdrawals, and there is no route. */
    static final String ONLY_WITHDRAWALS = "only-withdrawals";
    /** Route Monitoring sends only withdrawals, and all routes come from Route Mirroring. */
    static final String ONLY_MIRRORED = "only-mirrored";
    /** Route Mirroring has routes, Route Monitoring has none, and the settings use only Route Monitoring. */
    static final String MIRRORED_NOT_USED = "mirrored-not-used";

    /** All warnings. */
    public static final List<String> LABELS = List.of(ONLY_WITHDRAWALS, ONLY_MIRRORED, MIRRORED_NOT_USED);

    private boolean monitoredRoutes;
    private boolean monitoredWithdrawals;
    private boolean mirroredRoutes;
    private boolean used;

    /** Starts an epoch. */
    void clear() {
        monitoredRoutes = false;
        monitoredWithdrawals = false;
        mirroredRoutes = false;
        used = false;
    }

    /** Records an UPDATE; {@code published} is true if a route of the UPDATE was published. */
    void update(Source source, boolean announces, boolean published) {
        if (source == Source.MONITORING) {
            monitoredRoutes |= announces;
            monitoredWithdrawals |= !announces;
        } else {
            mirroredRoutes |= announces;
        }
        used |= published;
    }

    /** Returns the current warning; {@link #NONE} for none. */
    String label() {
        if (monitoredRoutes) {
            return NONE;
        }
        if (used) {
            return monitoredWithdrawals ? ONLY_MIRRORED : NONE;
        }
        if (mirroredRoutes) {
            return MIRRORED_NOT_USED;
        }
        return monitoredWithdrawals ? ONLY_WITHDRAWALS : NONE;
    }
}
