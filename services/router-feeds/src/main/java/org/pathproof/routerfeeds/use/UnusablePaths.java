// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.Set;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;

/** Receives the paths that overrides must not announce for a time, because their router does not use them. */
@FunctionalInterface
public interface UnusablePaths {
    /** Ignores the paths: every override stays. */
    UnusablePaths NONE = (router, prefix, paths) -> {};

    /**
     * Replaces the unusable paths of a prefix at a router. May be called by any thread, and must not block.
     *
     * @param router name of the router in the settings
     * @param paths keys of the paths; empty if all paths may be announced again
     */
    void replace(String router, Prefix prefix, Set<CandidatePath.Key> paths);
}
