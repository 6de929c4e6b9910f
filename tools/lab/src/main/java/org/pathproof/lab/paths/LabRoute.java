// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * A prefix and the path to it.
 *
 * @param hops hops of the path, origin first
 */
public record LabRoute(Prefix prefix, List<Hop> hops) {
    /** Returns the AS that announces the route to the network: the newest hop. */
    public long peerAs() {
        return hops.getLast().asn();
    }

    public long originAs() {
        return hops.getFirst().asn();
    }
}
