// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.scheme;

import org.pathproof.validator.route.RouteRecord.Announced;

/** Judges the paths of experimental schemes for one task. Confined to the thread of the task. */
@FunctionalInterface
public interface SchemeJudge {
    /** Removes paths without judging them. */
    SchemeJudge OFF = event -> event.announcement().hasSchemePath()
            ? event.withAnnouncement(
                    event.announcement().toBuilder().clearSchemePath().build())
            : event;

    /**
     * Replaces the path of a scheme in an announcement by its result. Returns the same object if the announcement has
     * no such path. Never throws.
     */
    Announced judged(Announced event);
}
