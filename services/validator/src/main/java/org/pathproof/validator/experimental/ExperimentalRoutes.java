// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import org.pathproof.validator.route.RouteRecord.Announced;

/**
 * Replaces the experimental path attribute of announced routes by its result. Confined to the thread of one task.
 * Routes without the attribute do not pass an object of this type.
 */
@FunctionalInterface
public interface ExperimentalRoutes {
    /** Removes the attribute without a result, as long as the experiment is off. */
    ExperimentalRoutes OFF = event -> event.withAnnouncement(
            event.announcement().toBuilder().clearSchemePath().build());

    /** Returns an announcement with the result in place of the attribute. Never throws. */
    Announced withResult(Announced event);
}
