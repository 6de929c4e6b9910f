// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.List;
import org.pathproof.contracts.v1.Source;

/**
 * Notices a session whose table cannot be what the router has: Route Monitoring sends withdrawals and never a route, or Route Mirroring
 * shows routes that are not used. FRR does the first for a neighbour without {@code soft-reconfiguration inbound}. Of one epoch of one view.
 */
public final class TableWarning {
    /** Nothing is wrong. */
    static final String NONE = "";
    /** Route Monitoring sends only withdrawals, and there is no route. */
    static final String ONLY_WITHDRAWALS = "only-withdrawals";
    /** Route Monitoring sends only withdrawals; the routes there are come from Route Mirroring. */
    static final String ONLY_MIRRORED = "only-mirrored";
    /** Route Mirroring shows routes, Route Monitoring none, and the settings use Route Monitoring alone. */
    static final String MIRRORED_NOT_USED = "mirrored-not-used";

    /** The warnings there are. */
    public static final List<String> LABELS = List.of(ONLY_WITHDRAWALS, ONLY_MIRRORED, MIRRORED_NOT_USED);

    private boolean monitoredRoutes;
    private boolean monitoredWithdrawals;
    private boolean mirroredRoutes;
    private boolean used;

    /** Begins an epoch. */
    void clear() {
        monitoredRoutes = false;
        monitoredWithdrawals = false;
        mirroredRoutes = false;
        used = false;
    }

    /** Notes an UPDATE; {@code published} where a route of it was published. */
    void update(Source source, boolean announces, boolean published) {
        if (source == Source.MONITORING) {
            monitoredRoutes |= announces;
            monitoredWithdrawals |= !announces;
        } else {
            mirroredRoutes |= announces;
        }
        used |= published;
    }

    /** The warning of now; {@link #NONE} for none. */
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
