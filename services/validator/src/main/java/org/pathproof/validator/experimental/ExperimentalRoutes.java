// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import java.util.function.Supplier;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.routes.experimental.ExperimentalLibrary;
import org.pathproof.settings.SchemeSettings;
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

    /**
     * Returns the creator of the experimental routes of each task. Loads the implementation only if the experiment is
     * on.
     *
     * @throws IllegalArgumentException if the implementation or its keys cannot be loaded; the message names the
     *     setting
     */
    static Supplier<ExperimentalRoutes> load(SchemeSettings settings) {
        if (!settings.experimental()) {
            return () -> OFF;
        }
        Supplier<AttributeDecision> decisions =
                ExperimentalLibrary.load(settings.library()).decisions(settings.keys());
        return () -> new DecidedRoutes(decisions.get());
    }
}
