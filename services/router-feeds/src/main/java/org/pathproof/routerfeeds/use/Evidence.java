// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import org.jspecify.annotations.Nullable;

/**
 * Shows which path a router uses, from one view.
 *
 * @param used the used path of {@link Kind#OTHER}; null otherwise
 * @param override true if {@code used} is another override of Pathproof
 * @param view name of the view, for people; empty for {@link Kind#SILENT}
 */
record Evidence(Kind kind, @Nullable SeenPath used, boolean override, String view) {
    /** No view tells. */
    static final Evidence SILENT = new Evidence(Kind.SILENT, null, false, "");

    /** The kinds of evidence. */
    enum Kind {
        /** The router uses the override. */
        OURS,
        /** The router uses another path. */
        OTHER,
        /** The router uses no path. */
        NO_ROUTE,
        /** The import policy of the router denies the override. */
        DENIED,
        /** No view tells. */
        SILENT
    }

    static Evidence ours(String view) {
        return new Evidence(Kind.OURS, null, false, view);
    }

    static Evidence other(SeenPath used, boolean override, String view) {
        return new Evidence(Kind.OTHER, used, override, view);
    }

    static Evidence noRoute(String view) {
        return new Evidence(Kind.NO_ROUTE, null, false, view);
    }

    static Evidence denied(String view) {
        return new Evidence(Kind.DENIED, null, false, view);
    }

    boolean isSilent() {
        return kind == Kind.SILENT;
    }
}
