// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.Optional;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;

/** The decisions about overrides, as far as their use depends on them. */
interface OverrideDecisions {
    /** Returns the key of the path that is announced to a router now; empty if none is. */
    Optional<CandidatePath.Key> announced(String router, Prefix prefix);

    /** Returns true if the router could select a path that the policy refuses. */
    boolean isNeeded(String router, Prefix prefix);
}
