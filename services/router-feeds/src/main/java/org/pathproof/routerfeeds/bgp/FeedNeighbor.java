// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.session.SessionSettings;

/**
 * The neighbor of a router in the settings.
 *
 * @param settings the neighbor; its AS numbers have no meaning if {@code asOfPolicy} is true
 * @param asOfPolicy true if both sides have the AS of the policy
 */
record FeedNeighbor(Neighbor settings, boolean asOfPolicy) {
    InetAddress address() {
        return settings.address();
    }

    /** Returns the neighbor; empty if it needs the AS of the policy and the policy has none. */
    Optional<Neighbor> with(OptionalLong ownAs) {
        if (!asOfPolicy) {
            return Optional.of(settings);
        }
        return ownAs.isEmpty() ? Optional.empty() : Optional.of(with(ownAs.getAsLong()));
    }

    private Neighbor with(long as) {
        SessionSettings session = settings.session();
        return new Neighbor(
                settings.address(),
                settings.port(),
                settings.localAddress(),
                new SessionSettings(
                        as,
                        as,
                        session.identifier(),
                        session.families(),
                        session.addPath(),
                        session.holdTime(),
                        session.sendHoldTime(),
                        session.connectRetryMin(),
                        session.connectRetryMax(),
                        session.passive(),
                        session.gracefulRestart(),
                        session.extendedMessages()),
                settings.protection(),
                settings.tls());
    }
}
