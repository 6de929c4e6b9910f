// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.List;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.wire.Prefix;

/**
 * A prefix that flap damping holds, because its overrides changed often.
 *
 * @param cause the kind of the changes
 * @param since begin of the hold
 * @param until time at which the prefix is released if nothing changes
 * @param action handling of the prefix. {@link FlapAction#WITHDRAW} also if too many announced paths were lost
 * @param states the two states that took turns; empty for {@link Cause#FLAPS}
 */
public record HeldPrefix(
        Prefix prefix, Cause cause, Instant since, Instant until, FlapAction action, List<AnnouncedPaths> states) {
    /** Kinds of changes for which a prefix is held. */
    public enum Cause {
        /**
         * The overrides took turns between the same two states, and the paths of the network come to rest while the
         * overrides are held. So the overrides themselves are the reason.
         */
        OSCILLATION("oscillation"),
        /** The paths of neighbors change, whatever Pathproof announces. */
        FLAPS("flaps");

        private final String label;

        Cause(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST. */
        public String label() {
            return label;
        }
    }
}
