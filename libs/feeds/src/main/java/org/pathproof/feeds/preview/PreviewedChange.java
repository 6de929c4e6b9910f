// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import java.util.Optional;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.wire.Prefix;

/**
 * A change of an announcement that a policy would make.
 *
 * @param feed the kind of the announcement
 * @param pathId Path Identifier of a tagged path, as in {@link org.pathproof.feeds.tag.TagRules#announcements}; 0 for
 *     an override
 * @param before the announcement now; empty for a new one
 * @param after the announcement under the new policy; empty for a withdrawal
 */
public record PreviewedChange(
        Feed feed, Prefix prefix, long pathId, Optional<AnnouncedPath> before, Optional<AnnouncedPath> after) {
    /** The kinds of announcements. */
    public enum Feed {
        OVERRIDE("override"),
        TAG("tag");

        private final String label;

        Feed(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST and for people. */
        public String label() {
            return label;
        }
    }
}
