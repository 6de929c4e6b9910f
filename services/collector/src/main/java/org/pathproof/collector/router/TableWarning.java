// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.pathproof.contracts.v1.Source;
import org.pathproof.routes.SessionWarning;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.reading.Contradiction;

/**
 * Detects, in one epoch of a view, a session whose table differs from the router's, or whose messages differ from their
 * declared form. In one case, Route Monitoring sends withdrawals and never a route, as FRR does for a neighbor without
 * {@code soft-reconfiguration inbound}. In another case, Route Mirroring has routes that the settings do not use. After
 * a loss of mirrored messages, the table differs until each family has been refreshed.
 */
final class TableWarning {
    /** No warning. */
    static final String NONE = "";

    private final EnumSet<SessionWarning> noted = EnumSet.noneOf(SessionWarning.class);
    /** The families without a refresh since mirrored messages were lost. */
    private final Set<AfiSafi> lost = new HashSet<>();

    private boolean monitoredRoutes;
    private boolean monitoredWithdrawals;
    private boolean mirroredRoutes;
    private boolean used;

    /** Starts an epoch. */
    void clear() {
        noted.clear();
        lost.clear();
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

    /** Adds a warning for the rest of the epoch. Returns false if it is known. */
    boolean note(SessionWarning warning) {
        return noted.add(warning);
    }

    /** Records that mirrored messages of these families may be lost. */
    void lose(Set<AfiSafi> families) {
        lost.addAll(families);
    }

    /** Records that the neighbor has sent all routes of a family again. Returns false if none was lost. */
    boolean refresh(AfiSafi family) {
        return lost.remove(family);
    }

    /** Returns the label of the most important warning; {@link #NONE} for none. */
    String label() {
        Set<SessionWarning> all = EnumSet.copyOf(noted);
        if (!lost.isEmpty()) {
            all.add(SessionWarning.MESSAGES_LOST);
        }
        if (!monitoredRoutes) {
            if (used) {
                addIf(monitoredWithdrawals, SessionWarning.ONLY_MIRRORED, all);
            } else {
                addIf(mirroredRoutes, SessionWarning.MIRRORED_NOT_USED, all);
                addIf(!mirroredRoutes && monitoredWithdrawals, SessionWarning.ONLY_WITHDRAWALS, all);
            }
        }
        return all.stream()
                .min(Comparator.naturalOrder())
                .map(SessionWarning::label)
                .orElse(NONE);
    }

    /** Returns the warning about a contradiction between messages and their declared encoding. */
    static SessionWarning of(Contradiction contradiction) {
        return switch (contradiction) {
            case PATH_IDS_MISSING -> SessionWarning.PATH_IDS_MISSING;
            case PATH_IDS_UNDECLARED -> SessionWarning.PATH_IDS_UNDECLARED;
            case TWO_OCTET_PATHS -> SessionWarning.TWO_OCTET_PATHS;
            case FOUR_OCTET_PATHS -> SessionWarning.FOUR_OCTET_PATHS;
        };
    }

    private static void addIf(boolean condition, SessionWarning warning, Set<SessionWarning> all) {
        if (condition) {
            all.add(warning);
        }
    }
}
