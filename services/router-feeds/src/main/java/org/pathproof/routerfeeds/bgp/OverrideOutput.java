// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.List;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.verdictstore.input.VerdictTime;

/**
 * Receives the overrides and the tagged paths of one router. The thread of the feeds calls the output, which must not
 * block. A router has either overrides or tagged paths: all routes of one kind are withdrawn before the other kind is
 * announced.
 */
@FunctionalInterface
public interface OverrideOutput {
    /** Discards all changes: routes are computed and shown, but no router receives them. */
    OverrideOutput NONE = changes -> {};

    /** Announces and withdraws overrides, in the order of prefixes. */
    void applyOverrides(List<OverrideChange> changes);

    /** Announces and withdraws tagged paths, in the order of prefixes. */
    default void applyTags(List<TagChange> changes) {}

    /** Records the verdict that caused a change of the last call. Changes with other causes are not recorded. */
    default void recordCause(VerdictTime verdict) {}

    /**
     * Returns true for announcements that the router can receive. With ADD-PATH, the router receives each tagged path
     * under its own Path Identifier; without ADD-PATH, it receives only the best path, which has identifier 0.
     */
    default boolean isSent(PreviewedChange.Feed feed, long pathId) {
        return feed == PreviewedChange.Feed.OVERRIDE || pathId != 0;
    }
}
