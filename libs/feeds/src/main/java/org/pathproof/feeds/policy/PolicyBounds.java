// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;

/** Bounds of the values of a policy document. */
final class PolicyBounds {
    static final long MAX_U32 = 0xffff_ffffL;
    static final int MAX_GROUPS = 1_000;
    static final int MAX_ROUTERS = 10_000;
    /** Maximum number of exceptions in a document. */
    static final int MAX_EXCEPTIONS = 10_000;

    static final int MAX_OVERRIDES = 10_000_000;
    static final int MAX_PENALTY = 1_000_000;
    static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    static final Duration MAX_INTERVAL = Duration.ofHours(24);

    private PolicyBounds() {}
}
