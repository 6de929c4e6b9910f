// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.bgp.session.SessionSettings.GracefulRestart;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.routerfeeds.settings.FeedSettings.FedRouter;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.transport.tls.TlsPeer;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Capability;

/** Builds the neighbors of Pathproof's BGP speaker from the settings. All sessions are iBGP. */
final class FeedNeighbors {
    private static final int MAX_PORT = 65_535;
    /** Several paths of a prefix are sent in both families (RFC 7911). */
    private static final Map<AfiSafi, Integer> ADD_PATH =
            Map.of(AfiSafi.IPV4_UNICAST, Capability.AddPath.SEND, AfiSafi.IPV6_UNICAST, Capability.AddPath.SEND);

    /** AS of a neighbor until the policy is known. */
    private static final long PLACEHOLDER_AS = 1;

    private final FeedSettings settings;

    FeedNeighbors(FeedSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the sessions of all routers with a neighbor address.
     *
     * @throws IllegalArgumentException when a setting cannot be used; the message names the setting
     */
    FeedSessions sessions() {
        Map<String, FeedNeighbor> neighbors = new HashMap<>();
        Map<InetAddress, String> routers = new HashMap<>();
        for (int i = 0; i < settings.routers().size(); i++) {
            FedRouter router = settings.routers().get(i);
            if (!router.neighbor().isEmpty()) {
                FeedNeighbor neighbor = neighbor("routers[" + i + "]", router);
                String other = routers.put(neighbor.address(), router.router());
                if (other != null) {
                    throw new IllegalArgumentException("pathproof.feeds.routers: " + other + " and " + router.router()
                            + " have the same neighbor " + router.neighbor());
                }
                neighbors.put(FeedAddresses.router(router).text(), neighbor);
            }
        }
        return new FeedSessions(listen(), neighbors);
    }

    private List<InetSocketAddress> listen() {
        int port = settings.listenPort();
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("pathproof.feeds.listen-port must be 0 to " + MAX_PORT + ": " + port);
        }
        return settings.listen().stream()
                .map(text -> new InetSocketAddress(address("listen", text), port))
                .toList();
    }

    private FeedNeighbor neighbor(String setting, FedRouter router) {
        if (router.passive() && settings.listen().isEmpty()) {
            throw new IllegalArgumentException(
                    "pathproof.feeds." + setting + ": a passive session needs an address in pathproof.feeds.listen");
        }
        if (router.holdTime().isZero()) {
            throw new IllegalArgumentException("pathproof.feeds." + setting
                    + ": hold-time must not be 0, because the router would keep overrides without end while Pathproof is"
                    + " unreachable");
        }
        int identifier = FeedAddresses.ownIdentifier(settings.identifier())
                .orElseThrow(() -> new IllegalArgumentException(
                        "pathproof.feeds.identifier must be set for the BGP session with " + router.neighbor()));
        long as = router.as() != 0 ? router.as() : PLACEHOLDER_AS;
        try {
            InetAddress peer = address(setting + ".neighbor", router.neighbor());
            Neighbor neighbor = new Neighbor(
                    peer,
                    router.port(),
                    router.localAddress().isEmpty()
                            ? Optional.empty()
                            : Optional.of(address(setting + ".local-address", router.localAddress())),
                    session(as, identifier, router),
                    protection(peer, router),
                    tls(peer, router.tls()));
            TcpOptions.check(neighbor.protection());
            return new FeedNeighbor(neighbor, router.as() == 0);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new IllegalArgumentException(
                    message.startsWith("pathproof.") ? message : "pathproof.feeds." + setting + ": " + message, e);
        }
    }

    static TcpProtection protection(InetAddress peer, FedRouter router) {
        TcpAoKeys ao = TcpAoKeys.of("BGP feed to " + peer.getHostAddress(), router.aoKeys(), router.aoKeyFile());
        boolean signs = !router.password().isEmpty() || !ao.current().isEmpty();
        return new TcpProtection(signs ? Neighbor.peer(peer) : List.of(), router.password(), ao, router.maxHops());
    }

    private static Optional<TlsPeer> tls(InetAddress peer, FeedSettings.Tls tls) {
        if (!tls.isOn()) {
            return Optional.empty();
        }
        TlsFiles.PemFiles files = new TlsFiles.PemFiles(
                        Path.of(tls.certificate()), Path.of(tls.key()), Path.of(tls.trust()))
                .withCrl(tls.crl(), tls.crlRequired());
        String purpose = "BGP feed to " + peer.getHostAddress();
        return Optional.of(new TlsPeer(TlsFiles.mutual(purpose, files, Neighbor.TLS_PROTOCOL), tls.name()));
    }

    private SessionSettings session(long as, int identifier, FedRouter router) {
        SessionSettings usual = SessionSettings.of(as, as, identifier);
        return new SessionSettings(
                as,
                as,
                identifier,
                usual.families(),
                router.addPath() ? ADD_PATH : Map.of(),
                router.holdTime(),
                usual.sendHoldTime(),
                usual.connectRetryMin(),
                usual.connectRetryMax(),
                router.passive(),
                gracefulRestart(),
                usual.extendedMessages());
    }

    /**
     * Returns the graceful restart of the sessions. With several replicas, the default is none. Otherwise, a router
     * would keep the overrides of a lost replica that the other replicas have withdrawn.
     */
    Optional<GracefulRestart> gracefulRestart() {
        Duration time = settings.restartTime();
        if (time == null) {
            return FeedAddresses.identifiers(settings).size() > 1
                    ? Optional.empty()
                    : SessionSettings.of(1, 1, 1).gracefulRestart();
        }
        return time.toSeconds() == 0 ? Optional.empty() : Optional.of(new GracefulRestart(time, true));
    }

    private static InetAddress address(String setting, String text) {
        try {
            return InetAddress.getByAddress(FeedAddresses.address(setting, text).toArray());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // an address has 4 or 16 bytes
        }
    }
}
