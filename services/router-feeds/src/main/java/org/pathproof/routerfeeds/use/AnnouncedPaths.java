// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.Optional;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;

/** Finds the paths of announced overrides. */
@FunctionalInterface
interface AnnouncedPaths {
    /** Returns the key of the path that is announced to a router now; empty if none is. */
    Optional<CandidatePath.Key> of(String router, Prefix prefix);
}
