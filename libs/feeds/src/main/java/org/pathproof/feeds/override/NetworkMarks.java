// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import org.pathproof.wire.Prefix;

/** Receives what a router's network must decide again. */
interface NetworkMarks {
    /**
     * Marks a prefix.
     *
     * @param flap true if a change of the override counts as a flap
     */
    void markChanged(Prefix prefix, boolean flap);

    /** Marks all prefixes that have an override, lack one, or wait for one. */
    void markState();

    /** Reports that senders of internal paths, or the identifiers of routers, changed. */
    void markOriginatorsChanged();

    /** Reports that a router has another policy or AS, so that routers are grouped again. */
    void markRegroup();
}
