// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;

/**
 * The parameters of a session that its two OPENs select.
 *
 * @param localIdentifier BGP Identifier of this speaker, as 32 bits
 * @param peerIdentifier BGP Identifier of the neighbor, as 32 bits
 * @param localAddress address of this speaker on the connection; a source of routes may use it as next hop
 * @param families families that both sides advertise (RFC 4760 section 8)
 * @param sending encoding of messages to the neighbor. {@code addPath} has the families whose routes carry a Path
 *     Identifier in this direction (RFC 7911 section 4)
 * @param receiving encoding of messages from the neighbor
 * @param holdTime negotiated Hold Time; zero when neither side sends KEEPALIVEs (RFC 4271 section 4.2)
 * @param routeRefresh the neighbor has the Route Refresh Capability (RFC 2918)
 * @param enhancedRefresh markers begin and end the routes of a refresh (RFC 7313)
 * @param gracefulRestart the neighbor's side of graceful restart
 */
public record NegotiatedSession(
        long localAs,
        long peerAs,
        int localIdentifier,
        int peerIdentifier,
        InetAddress localAddress,
        InetAddress peerAddress,
        Set<AfiSafi> families,
        BgpSessionOptions sending,
        BgpSessionOptions receiving,
        Duration holdTime,
        boolean routeRefresh,
        boolean enhancedRefresh,
        PeerRestart gracefulRestart) {
    /**
     * Graceful restart as the neighbor advertises it (RFC 4724 section 3, RFC 8538 section 2).
     *
     * @param supported both sides send the capability: the neighbor keeps the routes of this speaker over a restart. At
     *     the End-of-RIB, the neighbor removes the routes that were not announced again
     * @param restarted the neighbor has restarted and waits for routes
     * @param notifications the neighbor keeps the routes also when a NOTIFICATION ends the session
     * @param restartTime time within which the neighbor returns after its own restart
     * @param preserved families whose forwarding state the neighbor kept over its own restart
     */
    public record PeerRestart(
            boolean supported, boolean restarted, boolean notifications, Duration restartTime, Set<AfiSafi> preserved) {
        /** A neighbor without graceful restart. */
        public static final PeerRestart NONE = new PeerRestart(false, false, false, Duration.ZERO, Set.of());

        public PeerRestart {
            preserved = Set.copyOf(preserved);
        }
    }

    public NegotiatedSession {
        families = Set.copyOf(families);
    }

    /** Returns true for a session within one AS (iBGP). */
    public boolean isInternal() {
        return localAs == peerAs;
    }

    /** Returns the length of the longest UPDATE in bytes (RFC 8654 section 4). */
    public int maxMessageLength() {
        return sending.extendedMessage() ? BgpCodec.MAX_EXTENDED_LENGTH : BgpCodec.MAX_LENGTH;
    }

    /** Returns true when routes of the family carry a Path Identifier in messages to the neighbor (RFC 7911). */
    public boolean sendsPathIds(AfiSafi family) {
        return sending.addPath().contains(family);
    }
}
