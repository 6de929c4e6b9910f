// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Instant;
import java.util.Optional;

/**
 * The use of an override by its router.
 *
 * @param since time at which the state began
 * @param reason reason of {@link UseState#NOT_IN_USE}; empty in other states
 * @param instead the path that the router uses instead; empty if it uses none, and if no view tells
 * @param view the view that tells; empty if none does
 * @param explanation the state in a sentence
 */
public record OverrideUse(
        UseState state,
        Instant since,
        Optional<UnusedReason> reason,
        Optional<UsedPath> instead,
        String view,
        String explanation) {}
