// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.Optional;
import org.pathproof.bgpsec.PathState;
import org.pathproof.wire.Bytes;

/**
 * A path that a monitored router has for a prefix.
 *
 * @param router hash of the router
 * @param sender the router of the same network that brought the path into the AS; empty for a path from outside
 */
public record HeldPath(Bytes router, Optional<BgpSpeaker> sender, ComparablePath path, PathState state) {
    boolean isExternal() {
        return sender.isEmpty();
    }
}
