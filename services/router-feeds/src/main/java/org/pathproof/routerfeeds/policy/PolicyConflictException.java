// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

/** The version in force is not the version from which a change started. Nothing was changed. */
public final class PolicyConflictException extends Exception {
    private static final long serialVersionUID = 1;

    PolicyConflictException(long expected, PolicyState now) {
        super("the policy has version " + now.version() + ", not " + expected
                + now.policy()
                        .map(policy -> "; it was changed by " + policy.by())
                        .orElse(""));
    }
}
