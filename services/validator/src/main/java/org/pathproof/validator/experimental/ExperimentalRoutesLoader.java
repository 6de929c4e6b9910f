// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import java.util.function.Supplier;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.routes.experimental.ExperimentalLibrary;
import org.pathproof.settings.SchemeSettings;

/** Loads the implementation of an experiment, as the settings say. */
public final class ExperimentalRoutesLoader {
    private ExperimentalRoutesLoader() {}

    /**
     * Returns the creator of the experimental routes of each task. Loads the implementation only if the experiment is
     * on.
     *
     * @throws IllegalArgumentException if the implementation or its keys cannot be loaded; the message names the
     *     setting
     */
    public static Supplier<ExperimentalRoutes> load(SchemeSettings settings) {
        if (!settings.experimental()) {
            return () -> ExperimentalRoutes.OFF;
        }
        Supplier<AttributeDecision> decisions =
                ExperimentalLibrary.load(settings.library()).decisions(settings.keys());
        return () -> new DecidedRoutes(decisions.get());
    }
}
