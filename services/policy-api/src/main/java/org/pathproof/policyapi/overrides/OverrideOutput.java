// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;

/** Receives the overrides of one router. The thread of the feeds calls the output, which must not block. */
@FunctionalInterface
public interface OverrideOutput {
    /** Discards all changes: overrides are computed and shown, but no router receives them. */
    OverrideOutput NONE = changes -> {};

    /** Announces and withdraws routes, in the order of prefixes. */
    void changed(List<OverrideChange> changes);
}
