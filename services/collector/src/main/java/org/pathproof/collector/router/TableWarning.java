// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.List;
import org.pathproof.contracts.v1.Source;

/**
 * Detects, in one epoch of a view, a session whose table differs from the router's. Either Route Monitoring sends
 * withdrawals and never a route, as FRR does for a neighbour without {@code soft-reconfiguration inbound}. Or Route
 * Mirroring shows routes that are not used.
 */
public final class TableWarning {
    /** No warning. */
    static final String NONE = "";
    /** Route Monitoring sends only withdrawals, and there is no route. */
    static final String ONLY_WITHDRAWALS = "only-withdrawals";
    /** Route Monitoring sends only withdrawals, and all routes come from Route Mirroring. */
    static final String ONLY_MIRRORED = "only-mirrored";
    /** Route Mirroring shows routes, Route Monitoring none, and the settings use Route Monitoring alone. */
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

    /** Notes an UPDATE; {@code published} is true when a route of it was published. */
    void update(Source source, boolean announces, boolean published) {
        if (source == Source.MONITORING) {
            monitoredRoutes |= announces;
            monitoredWithdrawals |= !announces;
        } else {
            mirroredRoutes |= announces;
        }
        used |= published;
    }

    /** Returns the present warning; {@link #NONE} for none. */
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
