// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.Set;
import org.springframework.security.authorization.AuthorizationResult;

/** Decision about a request. */
sealed interface Decision extends AuthorizationResult {
    @Override
    default boolean isGranted() {
        return false;
    }

    /** The request is permitted. */
    record Granted() implements Decision {
        @Override
        public boolean isGranted() {
            return true;
        }
    }

    /** The table has no endpoint with this path. */
    record NoPath() implements Decision {}

    /** The table has this path with other methods only. */
    record NoMethod(Set<String> allowed) implements Decision {}

    /** The client lacks this role. */
    record Needs(Role role) implements Decision {}
}
