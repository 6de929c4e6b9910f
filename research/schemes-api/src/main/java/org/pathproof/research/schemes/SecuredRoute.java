// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import org.pathproof.wire.Prefix;

/**
 * A route as its receiver gets it.
 *
 * @param targetAs AS of the receiver, from the configuration of the receiver
 */
public record SecuredRoute(Prefix prefix, long targetAs, SecuredPath path) {
    public SecuredRoute withPath(SecuredPath other) {
        return new SecuredRoute(prefix, targetAs, other);
    }

    public SecuredRoute withTargetAs(long other) {
        return new SecuredRoute(prefix, other, path);
    }

    public SecuredRoute withPrefix(Prefix other) {
        return new SecuredRoute(other, targetAs, path);
    }
}
