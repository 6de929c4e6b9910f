// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpLimits;
import org.pathproof.collector.bmp.DialTarget;
import org.pathproof.collector.bmp.GapPace;
import org.pathproof.collector.router.FeedRules;
import org.pathproof.collector.router.FeedSpeakers;
import org.pathproof.collector.router.PeerMatcher;
import org.pathproof.collector.router.PeerRoles;
import org.pathproof.collector.router.PeerRules;
import org.pathproof.collector.router.RouterMatcher;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sources;
import org.pathproof.contracts.Topics;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
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
 * @param connectPause Pause before the next attempt to connect to a router. It doubles up to one minute, with 50 %
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
 * @param holdTime Time for which the routes of a disconnected router stay.
 * @param gapSpread Period over which routers are disconnected to make them resend their tables, after retention deleted
 *     unprocessed route events.
 * @param gapPause Minimum time between two disconnections of one router that make it resend its table.
 * @param lease Time without a heartbeat after which another connected collector takes over the routers of a collector.
 * @param backlog Maximum size of the messages that are buffered for a peer until its Peer Up.
 * @param confederation AS confederation of the network (RFC 5065).
 * @param transparentPeers Peers that may send pCount 0 (route servers, AS migration by RFC 8206), as addresses,
 *     prefixes or AS numbers.
 * @param loopAllowedPeers Peers whose paths may contain the local AS, as addresses, prefixes or AS numbers.
 * @param besidePeers Peers that may send BGPsec_PATH beside AS_PATH on a session without BGPsec, as addresses, prefixes
 *     or AS numbers. Not part of RFC 8205.
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
        @DefaultValue Tls tls,
        @DefaultValue Tcp tcp,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Keepalive keepalive,
        @DefaultValue List<RouterAccessSettings> routers,
        @NestedConfigurationProperty @DefaultValue OnboardingSettings onboarding,
        @DefaultValue("256KB") DataSize maxMessage,
        @DefaultValue("1000") int maxRouters,
        @DefaultValue("100") int maxPerAddress,
        @DefaultValue("4096") int maxPeers,
        @DefaultValue("0s") Duration idleTimeout,
        @DefaultValue("30s") Duration firstMessageTime,
        @DefaultValue("2m") Duration wholeMessageTime,
        @DefaultValue("128KB") DataSize routerQueue,
        @DefaultValue("auto") Sources sources,
        @DefaultValue("10s") Duration quietTime,
        @DefaultValue("60s") Duration emptyTime,
        @DefaultValue("5m") Duration holdTime,
        @DefaultValue("30s") Duration gapSpread,
        @DefaultValue("5m") Duration gapPause,
        @DefaultValue("5s") Duration lease,
        @DefaultValue("1MB") DataSize backlog,
        @DefaultValue Confederation confederation,
        @DefaultValue List<String> transparentPeers,
        @DefaultValue List<String> loopAllowedPeers,
        @DefaultValue List<String> besidePeers,
        @DefaultValue Roles roles,
        @DefaultValue PathAttributes pathAttributes,
        @DefaultValue List<String> feedSpeakers,
        @DefaultValue("32MB") DataSize highMark,
        @DefaultValue("16MB") DataSize lowMark,
        @DefaultValue OpenBmp openbmp) {

    /**
     * BMP over TLS 1.3 and QUIC.
     *
     * @param port TCP port of the listener for BMP over TLS. 0: any free port. The listener needs a certificate.
     * @param quicPort UDP port of the listener for BMP over QUIC. 0: any free port. -1: no listener. It has the
     *     certificate of BMP over TLS.
     * @param certificate PEM file with the collector's certificate and its chain. Empty: no TLS.
     * @param key PEM file with the private key of the certificate (PKCS #8).
     * @param trust PEM file with the authorities of the routers' certificates.
     * @param clientCertificates Certificates of routers: required or optional.
     * @param crl PEM file with the CRLs of the authorities. Empty: no certificate is revoked.
     * @param crlRequired Refuses certificates of an authority without a CRL, or with a stale one. Without it, a stale
     *     CRL remains in use.
     */
    public record Tls(
            @DefaultValue("11020") int port,
            @DefaultValue("-1") int quicPort,
            @DefaultValue("") String certificate,
            @DefaultValue("") String key,
            @DefaultValue("") String trust,
            @DefaultValue("required") TlsFiles.ClientCertificates clientCertificates,
            @DefaultValue("") String crl,
            @DefaultValue("false") boolean crlRequired) {
        public Tls {
            if (crlRequired && crl.isEmpty()) {
                throw new IllegalArgumentException("pathproof.collector.tls.crl-required needs tls.crl");
            }
            if (!certificate.isEmpty() && (key.isEmpty() || trust.isEmpty())) {
                throw new IllegalArgumentException("pathproof.collector.tls: a certificate also needs key and trust");
            }
            if (clientCertificates == TlsFiles.ClientCertificates.NONE) {
                throw new IllegalArgumentException(
                        "pathproof.collector.tls.client-certificates is none: set required or optional");
            }
            if (certificate.isEmpty() && quicPort >= 0) {
                throw new IllegalArgumentException(
                        "pathproof.collector.tls.quic-port: BMP over QUIC needs certificate, key and trust");
            }
        }

        boolean isConfigured() {
            return !certificate.isEmpty();
        }

        /** Reads the files; throws IllegalArgumentException if they are unusable. */
        Optional<TlsFiles> load() {
            return isConfigured()
                    ? Optional.of(new TlsFiles(
                            "BMP over TLS",
                            new TlsFiles.PemFiles(Path.of(certificate), Path.of(key), Path.of(trust))
                                    .withCrl(crl, crlRequired),
                            clientCertificates,
                            quicPort >= 0 ? QuicProtocol.BMP.label() : ""))
                    : Optional.empty();
        }
    }

    /**
     * Protection of TCP segments.
     *
     * @param peers Addresses and prefixes of the routers with TCP-MD5 or TCP-AO. These routers cannot connect without.
     * @param md5Password TCP-MD5 password of these routers (RFC 2385), 1 to 80 bytes. Empty: none.
     * @param aoKeys TCP-AO keys of these routers (RFC 5925), each as "SEND-ID RECEIVE-ID ALGORITHM SECRET", or tls. The
     *     algorithm is hmac-sha-1-96 or aes-128-cmac-96. Needs Linux 6.7 with CONFIG_TCP_AO.
     * @param aoKeyFile File with these keys instead, one a line. A changed file applies to all connections without a
     *     restart. Empty: none.
     * @param maxHops Maximum number of hops to a router; packets with more are dropped (GTSM, RFC 5082). 0: no limit.
     */
    public record Tcp(
            @DefaultValue List<String> peers,
            @DefaultValue("") String md5Password,
            @DefaultValue List<String> aoKeys,
            @DefaultValue("") String aoKeyFile,
            @DefaultValue("0") int maxHops) {
        TcpProtection protection() {
            try {
                return new TcpProtection(
                        peers.stream().map(Prefix::parse).toList(),
                        md5Password,
                        TcpAoKeys.of("BMP", aoKeys, aoKeyFile),
                        maxHops);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("pathproof.collector.tcp: " + e.getMessage(), e);
            }
        }

        /** Omits the secrets. */
        @Override
        public String toString() {
            return "Tcp[peers=" + peers + ", maxHops=" + maxHops + "]";
        }
    }

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
    public record Confederation(@DefaultValue List<Long> members) {}

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
        if (onboarding.isEnabled() && !tls.isConfigured()) {
            throw new IllegalArgumentException(
                    "pathproof.collector.onboarding.names: descriptions need BMP over TLS or QUIC (tls.certificate)");
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

    public GapPace gapPace() {
        return new GapPace(gapSpread, gapPause);
    }

    public List<DialTarget> targets() {
        return connect.stream().map(DialTarget::parse).toList();
    }

    /** Returns the rules for routers, without experimental schemes. */
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
                        PeerMatcher.of(besidePeers),
                        roles.rules()),
                new FeedRules(
                        RouterMatcher.of(pathAttributes.routers()),
                        pathAttributes.views(),
                        FeedSpeakers.of(feedSpeakers)));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "collector";
        }
    }
}
