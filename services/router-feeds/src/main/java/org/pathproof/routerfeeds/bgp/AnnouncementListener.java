// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;

/** Receives the overrides that are given to the BGP sessions of routers. */
@FunctionalInterface
public interface AnnouncementListener {
    /** Ignores all overrides. */
    AnnouncementListener NONE = (router, changes) -> {};

    /**
     * Takes over changes of one router, in the order of prefixes. The thread of the feeds calls the method, which must
     * not block.
     *
     * @param router name of the router in the settings
     */
    void onOverrides(String router, List<OverrideChange> changes);
}
