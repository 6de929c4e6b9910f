// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;

/**
 * The settings of a session under test, and a valid OPEN of its router. Each bit of {@code bits} changes a capability,
 * the AS of the router or its BGP Identifier.
 */
record FuzzedOpen(byte bits) {
    static final long LOCAL_AS = 65000;
    static final int LOCAL_IDENTIFIER = 0x0a000002;
    static final Bytes KEEPALIVE = BgpCodec.encode(new KeepAlive(), BgpSessionOptions.DEFAULT);

    private static final int HOLD_SECONDS = 90;
    private static final int PRESERVED = 0x80;
    private static final Set<AfiSafi> FAMILIES = Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);

    boolean isInternal() {
        return has(0);
    }

    long peerAs() {
        return isInternal() ? LOCAL_AS : 65001;
    }

    /** Returns settings of a speaker that waits for the router. */
    SessionSettings settings() {
        return new SessionSettings(
                LOCAL_AS,
                peerAs(),
                LOCAL_IDENTIFIER,
                FAMILIES,
                has(1) ? Map.of(AfiSafi.IPV4_UNICAST, Capability.AddPath.SEND, AfiSafi.IPV6_UNICAST, 3) : Map.of(),
                Duration.ofSeconds(HOLD_SECONDS),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                true,
                has(3)
                        ? Optional.of(new SessionSettings.GracefulRestart(Duration.ofSeconds(120), has(4)))
                        : Optional.empty(),
                has(2));
    }

    Neighbor neighbor() {
        return Neighbor.of(InetAddress.ofLiteral("192.0.2.1"), settings());
    }

    Bytes encoded() {
        List<Capability> capabilities = new ArrayList<>();
        FAMILIES.stream().sorted().map(Capability.Multiprotocol::new).forEach(capabilities::add);
        capabilities.add(new Capability.RouteRefreshCapability());
        if (!has(7)) {
            capabilities.add(new Capability.FourOctetAs(peerAs()));
        }
        if (has(1)) {
            capabilities.add(new Capability.AddPath(List.of(
                    new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, Capability.AddPath.RECEIVE),
                    new Capability.AddPath.Entry(AfiSafi.IPV6_UNICAST, 3))));
        }
        if (has(2)) {
            capabilities.add(new Capability.ExtendedMessage());
        }
        if (has(3)) {
            capabilities.add(new Capability.GracefulRestart(
                    has(4) ? 0x4 : 0,
                    HOLD_SECONDS,
                    List.of(new Capability.GracefulRestart.Family(AfiSafi.IPV4_UNICAST, PRESERVED))));
        }
        if (has(5)) {
            capabilities.add(new Capability.EnhancedRouteRefresh());
        }
        int identifier = has(6) ? LOCAL_IDENTIFIER + 1 : LOCAL_IDENTIFIER - 1;
        return BgpCodec.encode(
                new Open(4, (int) peerAs(), HOLD_SECONDS, identifier, capabilities), BgpSessionOptions.DEFAULT);
    }

    private boolean has(int bit) {
        return (bits >>> bit & 1) != 0;
    }
}
