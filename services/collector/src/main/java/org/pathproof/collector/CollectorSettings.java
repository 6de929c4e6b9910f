// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpLimits;
import org.pathproof.collector.bmp.BmpTls;
import org.pathproof.collector.bmp.DialTarget;
import org.pathproof.collector.bmp.GapPace;
import org.pathproof.collector.router.PeerMatcher;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sources;
import org.pathproof.contracts.Topics;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The collector's settings.
 *
 * @param id names this collector in session records: must differ between collectors and be the same after a restart; the host's name
 *     when empty
 * @param bmpAddress the local address to listen on for BMP; all when empty
 * @param bmpPort the TCP port to listen on for BMP; 0 for any that is free, -1 for none (BMP over TLS alone)
 * @param connect routers that only listen, to connect to: host:port, or tls://host:port
 * @param connectPause the pause before a router is connected to again; it doubles up to a minute, and varies by half
 * @param tls BMP over TLS
 * @param trustedProxies load balancers, as addresses or prefixes, whose connections begin with a PROXY protocol header (v1 or v2)
 * @param keepalive TCP keepalive
 * @param routers rules about routers, the first that matches counts; everyone may send about everything when there are none
 * @param maxMessage octets of a BMP message; a router that announces more is disconnected
 * @param maxRouters BMP connections at a time
 * @param maxPerAddress BMP connections from one address at a time
 * @param maxPeers peers of one router
 * @param idleTimeout a router that is silent for so long is disconnected; 0 for never (a quiet network has nothing to say)
 * @param firstMessageTime a router that has not said who it is so long after it connected is disconnected
 * @param wholeMessageTime a router that begins a message and does not end it in so long is disconnected
 * @param routerQueue octets of a router's messages that wait to be handled, above which its socket is not read
 * @param sources where the pre-policy Adj-RIB-In comes from: monitoring, mirroring, or auto for both, the mirrored UPDATE where only it
 *     carries BGPsec_PATH
 * @param quietTime how long no route must come until a table counts as complete where no End-of-RIB is sent
 * @param emptyTime the same while no route has come at all
 * @param holdTime how long the routes of a router that is disconnected stay as they were
 * @param gapSpread time over which routers are disconnected, one after the other, to send their tables again after retention deleted
 *     route events that were not judged
 * @param gapPause least time between two such requests to one router
 * @param lease a collector of which nothing is heard for so long is replaced by another one that the same router is connected to
 * @param backlog octets of messages kept for a peer until its Peer Up
 * @param confederation our AS confederation (RFC 5065)
 * @param transparentPeers peers that may send pCount 0, as addresses, prefixes or AS numbers: route servers, AS migration (RFC 8206)
 * @param loopAllowedPeers peers whose paths may hold our AS, as addresses, prefixes or AS numbers
 * @param linger how long a record waits for others to share a request to Kafka
 * @param highMark octets on their way to Kafka above which routers wait
 * @param lowMark octets on their way to Kafka below which they go on
 * @param openbmp OpenBMP on Kafka
 */
@ConfigurationProperties("pathproof.collector")
public record CollectorSettings(
        @DefaultValue("") String id,
        @DefaultValue("") String bmpAddress,
        @DefaultValue("11019") int bmpPort,
        @DefaultValue List<String> connect,
        @DefaultValue("1s") Duration connectPause,
        @DefaultValue Tls tls,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Keepalive keepalive,
        @DefaultValue List<RouterAccessSettings> routers,
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
        @DefaultValue("2ms") Duration linger,
        @DefaultValue("32MB") DataSize highMark,
        @DefaultValue("16MB") DataSize lowMark,
        @DefaultValue OpenBmp openbmp) {

    /**
     * BMP over TLS 1.3.
     *
     * @param port the TCP port to listen on for BMP over TLS, 0 for any that is free; it listens once there is a certificate
     * @param certificate PEM file of the collector's certificate and those that lead to its authority; no TLS when empty
     * @param key PEM file of its private key (PKCS #8)
     * @param trust PEM file of the authorities of the routers' certificates
     * @param clientCertificates whether routers must show a certificate: required or optional
     */
    public record Tls(
            @DefaultValue("11020") int port,
            @DefaultValue("") String certificate,
            @DefaultValue("") String key,
            @DefaultValue("") String trust,
            @DefaultValue("required") BmpTls.ClientCertificates clientCertificates) {
        public Tls {
            if (!certificate.isEmpty() && (key.isEmpty() || trust.isEmpty())) {
                throw new IllegalArgumentException(
                        "pathproof.collector.tls: a certificate needs key and trust beside it");
            }
        }

        boolean isConfigured() {
            return !certificate.isEmpty();
        }

        /** Reads the files; throws IllegalArgumentException when they cannot be used. */
        Optional<BmpTls> load() {
            return isConfigured()
                    ? Optional.of(new BmpTls(
                            new BmpTls.PemFiles(Path.of(certificate), Path.of(key), Path.of(trust)),
                            clientCertificates))
                    : Optional.empty();
        }
    }

    /**
     * TCP keepalive.
     *
     * @param idle silence after which a router is asked for a sign of life; 0 for never
     * @param interval between further probes
     * @param count of probes without an answer after which the connection is given up
     */
    public record Keepalive(
            @DefaultValue("60s") Duration idle,
            @DefaultValue("10s") Duration interval,
            @DefaultValue("6") int count) {}

    /**
     * Our AS confederation. Its identifier needs no setting: routers show it to outer peers in their OPENs.
     *
     * @param members its Member-AS numbers: peers of these must set Confed_Segment, all others must not (RFC 8205 section 5.2)
     */
    public record Confederation(@DefaultValue List<Long> members) {}

    /**
     * OpenBMP on Kafka.
     *
     * @param topics raw topics to read, each a regular expression; none are read when empty
     * @param group the consumer group
     * @param publish whether what routers send here is written to openbmp.bmp_raw
     */
    public record OpenBmp(
            @DefaultValue List<String> topics,
            @DefaultValue("pathproof-collector") String group,
            @DefaultValue("false") boolean publish) {
        public OpenBmp {
            if (publish && topics.stream().anyMatch(t -> Pattern.matches(t, Topics.OPENBMP_RAW))) {
                throw new IllegalArgumentException("pathproof.collector.openbmp: " + Topics.OPENBMP_RAW
                        + " cannot be both published and read, or every message would go round for ever");
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
                    "pathproof.collector: TLS needs tls.certificate, tls.key and tls.trust, and so does bmp-port -1");
        }
    }

    BmpLimits limits() {
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

    /** Reads the files of TLS; throws IllegalArgumentException when they cannot be used. */
    BmpAccess access() {
        return new BmpAccess(
                new Admission(routers.stream().map(RouterAccessSettings::rule).toList()),
                AddressRanges.of("pathproof.collector.trusted-proxies", trustedProxies),
                tls.load(),
                new org.pathproof.collector.bmp.Keepalive(keepalive.idle(), keepalive.interval(), keepalive.count()));
    }

    GapPace gapPace() {
        return new GapPace(gapSpread, gapPause);
    }

    List<DialTarget> targets() {
        return connect.stream().map(DialTarget::parse).toList();
    }

    RouterRules rules() {
        return new RouterRules(
                id,
                sources,
                quietTime,
                emptyTime,
                backlog.toBytes(),
                maxPeers,
                new HashSet<>(confederation.members()),
                PeerMatcher.of(transparentPeers),
                PeerMatcher.of(loopAllowedPeers));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "collector";
        }
    }
}
