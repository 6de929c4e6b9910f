// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.List;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.policy.RouterPolicy;

/** A network with one router. */
public final class OneRouter {
    private final NetworkOverrides network = new NetworkOverrides(TestPolicy.SPEAKERS);
    private final RouterOverrides router;

    public OneRouter(RouterPolicy policy) {
        router = network.add("r1", policy);
    }

    public RouterOverrides router() {
        return router;
    }

    public NetworkOverrides network() {
        return network;
    }

    /** Decides, and returns the changes of the router. */
    public List<OverrideChange> advance(Instant now) {
        return network.advance(now).getOrDefault(router, List.of());
    }
}
