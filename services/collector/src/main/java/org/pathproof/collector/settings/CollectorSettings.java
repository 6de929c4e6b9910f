// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpLimits;
import org.pathproof.collector.bmp.DialTarget;
import org.pathproof.collector.bmp.GapPace;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.FeedSpeakers;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterMatcher;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.contracts.Topics;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.bmp.RibView;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the collector.
 *
 * @param id Unique name of this collector in session records, the same after a restart. Empty: the host's name.
 * @param bmpAddress Local address of the BMP listener. Empty: all addresses.
 * @param bmpPort TCP port of the BMP listener. 0: any free port. -1: no listener (BMP over TLS only).
 * @param connect Routers that listen for BMP connections, as host:port or tls://host:port. The collector connects to
 *     them.
 * @param connectPause Pause before the next attempt to connect to a router. Doubles up to one minute, with 50 %
 *     jitter.
 * @param tls BMP over TLS and QUIC.
 * @param tcp Protection of TCP segments: TCP-MD5, TCP-AO and GTSM.
 * @param trustedProxies Load balancers whose connections begin with a PROXY protocol header (v1 or v2), as addresses or
 *     prefixes.
 * @param keepalive TCP keepalive of BMP connections.
 * @param routers Access rules for routers; the first match applies. Empty: every router may send every table of every
 *     peer.
 * @param onboarding Settings of routers from descriptions in their certificates.
 * @param maxMessage Maximum size of a BMP message. A router is disconnected if the header of its message has a larger
 *     size.
 * @param maxRouters Maximum number of concurrent BMP connections.
 * @param maxPerAddress Maximum number of concurrent BMP connections from one address.
 * @param maxPeers Maximum number of peers of one router.
 * @param maxSessions Maximum number of sessions of all routers, in any state. A session is one RIB view of one peer.
 * @param maxUnknownSessions Maximum number of sessions of all routers that no rule in routers names, in any state. One
 *     address gets a quarter of it.
 * @param idleTimeout Time without a message after which a router is disconnected. 0: never (a quiet network sends
 *     nothing).
 * @param firstMessageTime Time limit for the Initiation of a new BMP connection. A router that exceeds it is
 *     disconnected.
 * @param wholeMessageTime Time limit for the rest of a BMP message that has begun. A router that exceeds it is
 *     disconnected.
 * @param routerQueue Size of a router's unprocessed messages above which its socket is not read.
 * @param sources Source of the pre-policy Adj-RIB-In: monitoring, mirroring, or auto. With auto, a mirrored UPDATE is
 *     used if it has BGPsec_PATH and the monitored one has not.
 * @param quietTime Quiet period after which a table without End-of-RIB counts as complete.
 * @param emptyTime Quiet period after which a table without any route counts as complete.
 * @param syncTime Time after its first route after which a table without End-of-RIB counts as complete, even if updates
 *     continue.
 * @param holdTime Time for which the routes of a disconnected router stay.
 * @param downTime Time for which a session that is down stays visible. A reached bound of sessions deletes it earlier.
 * @param gapSpread Period over which routers are disconnected to make them resend their tables, after retention deleted
 *     unprocessed route events.
 * @param gapPause Minimum time between two disconnections of one router that make it resend its table.
 * @param lease Time without a heartbeat after which another connected collector takes over the routers of a collector.
 * @param backlog Maximum size of the messages that are buffered for a peer until its Peer Up.
 * @param confederation AS confederation of the network (RFC 5065).
 * @param ownAs AS of the network as other networks see it: in a confederation, its identifier. Origin of routes with an
 *     empty path or a final confederation segment, where the messages of the router do not show this AS. 0: unknown.
 * @param transparentPeers Peers that may send pCount 0 (route servers, AS migration by RFC 8206), as addresses,
 *     prefixes or AS numbers.
 * @param loopAllowedPeers Peers whose paths may contain the local AS, as addresses, prefixes or AS numbers.
 * @param dualPathPeers Peers that may send BGPsec_PATH beside AS_PATH on a session without BGPsec, as addresses,
 *     prefixes or AS numbers. Not part of RFC 8205.
 * @param asSetPeers Peers whose paths may contain AS_SET and AS_CONFED_SET, as addresses, prefixes or AS numbers. Such
 *     routes of other peers count as withdrawn (RFC 9774 section 3).
 * @param roles Roles of peers for ASPA, where the OPENs have no BGP Role capability (RFC 9234).
 * @param pathAttributes Path attributes in route events, for override feeds.
 * @param feedSpeakers BGP speakers of Pathproof that feed routers, as address, prefix or address@identifier. Their
 *     routes are left out.
 * @param highMark Size of the unacknowledged Kafka records above which no router is read.
 * @param lowMark Size of the unacknowledged Kafka records below which routers are read again.
 * @param openbmp OpenBMP on Kafka.
 */
@ConfigurationProperties("pathproof.collector")
public record CollectorSettings(
        @DefaultValue("") String id,
        @DefaultValue("") String bmpAddress,
        @DefaultValue("11019") int bmpPort,
        @DefaultValue List<String> connect,
        @DefaultValue("1s") Duration connectPause,
        @NestedConfigurationProperty @DefaultValue TlsSettings tls,
        @NestedConfigurationProperty @DefaultValue TcpSettings tcp,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Keepalive keepalive,
        @DefaultValue List<RouterAccessSettings> routers,
        @NestedConfigurationProperty @DefaultValue OnboardingSettings onboarding,
        @DefaultValue("256KB") DataSize maxMessage,
        @DefaultValue("1000") int maxRouters,
        @DefaultValue("100") int maxPerAddress,
        @DefaultValue("4096") int maxPeers,
        @DefaultValue("100000") int maxSessions,
        @DefaultValue("20000") int maxUnknownSessions,
        @DefaultValue("0s") Duration idleTimeout,
        @DefaultValue("30s") Duration firstMessageTime,
        @DefaultValue("2m") Duration wholeMessageTime,
        @DefaultValue("128KB") DataSize routerQueue,
        @DefaultValue("auto") Sources sources,
        @DefaultValue("10s") Duration quietTime,
        @DefaultValue("60s") Duration emptyTime,
        @DefaultValue("5m") Duration syncTime,
        @DefaultValue("5m") Duration holdTime,
        @DefaultValue("1d") Duration downTime,
        @DefaultValue("30s") Duration gapSpread,
        @DefaultValue("5m") Duration gapPause,
        @DefaultValue("5s") Duration lease,
        @DefaultValue("1MB") DataSize backlog,
        @DefaultValue Confederation confederation,
        @DefaultValue("0") long ownAs,
        @DefaultValue List<String> transparentPeers,
        @DefaultValue List<String> loopAllowedPeers,
        @DefaultValue List<String> dualPathPeers,
        @DefaultValue List<String> asSetPeers,
        @DefaultValue Roles roles,
        @DefaultValue PathAttributes pathAttributes,
        @DefaultValue List<String> feedSpeakers,
        @DefaultValue("32MB") DataSize highMark,
        @DefaultValue("16MB") DataSize lowMark,
        @DefaultValue OpenBmp openbmp) {
    /** The backlogs of all peers together have the size of this number of full backlogs. */
    private static final int BACKLOGS = 32;
    /** Paths that were mirrored with BGPsec_PATH take at most this part of the heap. */
    private static final int HELD_PART = 8;

    /**
     * TCP keepalive.
     *
     * @param idle Silence on a BMP connection before the first TCP keepalive probe. 0: no probes.
     * @param interval Time between two TCP keepalive probes.
     * @param count Number of unanswered TCP keepalive probes after which the connection is closed.
     */
    public record Keepalive(
            @DefaultValue("60s") Duration idle,
            @DefaultValue("10s") Duration interval,
            @DefaultValue("6") int count) {
        org.pathproof.transport.tcp.Keepalive options() {
            try {
                return new org.pathproof.transport.tcp.Keepalive(idle, interval, count);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("pathproof.collector.keepalive: " + e.getMessage(), e);
            }
        }
    }

    /**
     * AS confederation of the network. Its identifier needs no setting, because routers send it to outer peers in their
     * OPENs.
     *
     * @param members Member-AS numbers of the confederation. Peers of these must set Confed_Segment, and others must
     *     not (RFC 8205 section 5.2).
     */
    public record Confederation(@DefaultValue List<Long> members) {
        public Confederation {
            for (long member : members) {
                if (member < 1 || member > AsNumbers.MAX) {
                    throw new IllegalArgumentException("pathproof.collector.confederation.members: " + member
                            + " is not an AS number of 1.." + AsNumbers.MAX);
                }
            }
        }
    }

    /**
     * Roles of external peers. A path is verified by ASPA only if the role of its peer is known.
     *
     * @param customers Peers that are customers, as addresses, prefixes or AS numbers.
     * @param providers Peers that are providers, as addresses, prefixes or AS numbers.
     * @param peers Lateral peers, as addresses, prefixes or AS numbers.
     * @param routeServers Peers that are route servers of an exchange, as addresses, prefixes or AS numbers.
     * @param routeServerClients Clients of the network's own route servers, as addresses, prefixes or AS numbers.
     */
    public record Roles(
            @DefaultValue List<String> customers,
            @DefaultValue List<String> providers,
            @DefaultValue List<String> peers,
            @DefaultValue List<String> routeServers,
            @DefaultValue List<String> routeServerClients) {
        PeerRoles rules() {
            return PeerRoles.of(Map.of(
                    NeighborRole.CUSTOMER, customers,
                    NeighborRole.PROVIDER, providers,
                    NeighborRole.PEER, peers,
                    NeighborRole.ROUTE_SERVER, routeServers,
                    NeighborRole.ROUTE_SERVER_CLIENT, routeServerClients));
        }
    }

    /**
     * Path attributes of routes.
     *
     * @param routers Routers whose routes are published with all path attributes, as names, addresses or prefixes.
     *     Empty: none.
     * @param views RIB views of these routers whose routes are published with all path attributes.
     */
    public record PathAttributes(
            @DefaultValue List<String> routers,
            @DefaultValue("ADJ_RIB_IN_POST") Set<RibView> views) {}

    /**
     * OpenBMP on Kafka.
     *
     * @param topics OpenBMP topics to read, as regular expressions. Empty: none.
     * @param group Consumer group of the OpenBMP topics.
     * @param publish Enables copies of all BMP messages on openbmp.bmp_raw.
     */
    public record OpenBmp(
            @DefaultValue List<String> topics,
            @DefaultValue("pathproof-collector") String group,
            @DefaultValue("false") boolean publish) {
        /** Returns true when raw topics are read. */
        public boolean isRead() {
            return !topics.isEmpty();
        }

        public OpenBmp {
            if (publish && topics.stream().anyMatch(t -> Pattern.matches(t, Topics.OPENBMP_RAW))) {
                throw new IllegalArgumentException(
                        "pathproof.collector.openbmp: " + Topics.OPENBMP_RAW
                                + " cannot be both published and read: every message would be read and published again without end");
            }
        }
    }

    public CollectorSettings {
        if (id.isEmpty()) {
            id = hostName();
        }
        if (lowMark.toBytes() > highMark.toBytes()) {
            throw new IllegalArgumentException("pathproof.collector.low-mark is above high-mark");
        }
        if (!firstMessageTime.isPositive() || !wholeMessageTime.isPositive() || !connectPause.isPositive()) {
            throw new IllegalArgumentException(
                    "pathproof.collector: first-message-time, whole-message-time and connect-pause must be above 0");
        }
        requirePositive("max-routers", maxRouters);
        requirePositive("max-per-address", maxPerAddress);
        requirePositive("max-peers", maxPeers);
        requirePositive("max-sessions", maxSessions);
        requirePositive("max-unknown-sessions", maxUnknownSessions);
        requirePositive("max-message", maxMessage.toBytes());
        requirePositive("router-queue", routerQueue.toBytes());
        requirePositive("sync-time", syncTime.toNanos());
        if (!tls.isConfigured()
                && (bmpPort < 0
                        || connect.stream().anyMatch(c -> DialTarget.parse(c).tls()))) {
            throw new IllegalArgumentException(
                    "pathproof.collector: TLS and bmp-port -1 need tls.certificate, tls.key and tls.trust");
        }
        if (tcp.protection().hasHandshakeKeys()
                && (bmpPort >= 0
                        || connect.stream().anyMatch(c -> !DialTarget.parse(c).tls()))) {
            throw new IllegalArgumentException(
                    "pathproof.collector.tcp.ao-keys: the key tls needs BMP over TLS only: set"
                            + " bmp-port to -1, and connect to routers by TLS");
        }
        if (ownAs < 0 || ownAs > 0xffff_ffffL) {
            throw new IllegalArgumentException("pathproof.collector.own-as: not an AS number: " + ownAs);
        }
        if (onboarding.isEnabled() && !tls.isConfigured()) {
            throw new IllegalArgumentException(
                    "pathproof.collector.onboarding.names: descriptions need BMP over TLS or QUIC (tls.certificate)");
        }
    }

    private static void requirePositive(String setting, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("pathproof.collector." + setting + " must be above 0, not " + value);
        }
    }

    public BmpLimits limits() {
        return new BmpLimits(
                Math.toIntExact(maxMessage.toBytes()),
                maxRouters,
                maxPerAddress,
                idleTimeout,
                firstMessageTime,
                wholeMessageTime,
                routerQueue.toBytes(),
                routerQueue.toBytes() / 4);
    }

    /** Reads the files of TLS; throws IllegalArgumentException if they are unusable. */
    public BmpAccess access() {
        return new BmpAccess(
                new Admission(routers.stream().map(RouterAccessSettings::rule).toList()),
                AddressRanges.of("pathproof.collector.trusted-proxies", trustedProxies),
                tls.load(),
                keepalive.options(),
                tcp.protection(),
                onboarding.load(maxPeers));
    }

    /** Returns the bounds of sessions. */
    public SessionQuota.Limits sessionLimits() {
        return new SessionQuota.Limits(
                maxSessions,
                maxUnknownSessions,
                maxRouters,
                maxPerAddress,
                BACKLOGS * backlog.toBytes(),
                Runtime.getRuntime().maxMemory() / HELD_PART);
    }

    public GapPace gapPace() {
        return new GapPace(gapSpread, gapPause);
    }

    public List<DialTarget> targets() {
        return connect.stream().map(DialTarget::parse).toList();
    }

    /** Returns the rules for routers, without an experimental path attribute. */
    public RouterRules rules() {
        return new RouterRules(
                        id,
                        sources,
                        quietTime,
                        emptyTime,
                        backlog.toBytes(),
                        maxPeers,
                        new HashSet<>(confederation.members()),
                        new PeerRules(
                                PeerMatcher.of(transparentPeers),
                                PeerMatcher.of(loopAllowedPeers),
                                PeerMatcher.of(dualPathPeers),
                                PeerMatcher.of(asSetPeers),
                                roles.rules()),
                        new FeedRules(
                                RouterMatcher.of(pathAttributes.routers()),
                                pathAttributes.views(),
                                FeedSpeakers.of(feedSpeakers)))
                .withSyncTime(syncTime)
                .withOwnAs(ownAs);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "collector";
        }
    }
}
