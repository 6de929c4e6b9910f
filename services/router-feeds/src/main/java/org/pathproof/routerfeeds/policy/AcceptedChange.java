// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.util.Optional;

/** A change in the topic that is or was in force. */
public sealed interface AcceptedChange {
    /** Returns the offset of the change in the topic, which is equal on every replica. */
    long offset();

    Authorship by();

    /** Returns the number of characters of the change. */
    int length();

    /**
     * A version of the policy.
     *
     * @param text the policy as YAML
     * @param before text of the version before; empty for the first version that this replica read
     */
    record Policy(long offset, Authorship by, long version, String text, Optional<String> before)
            implements AcceptedChange {
        @Override
        public int length() {
            return text.length();
        }
    }

    /**
     * A use of the switch.
     *
     * @param off true if all announcements were withdrawn
     */
    record Switch(long offset, Authorship by, boolean off) implements AcceptedChange {
        @Override
        public int length() {
            return 0;
        }
    }
}
