// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.pathproof.collector.bmp.BmpLimits;
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
 * @param bmpPort the TCP port to listen on for BMP; 0 for any that is free
 * @param maxMessage octets of a BMP message; a router that announces more is disconnected
 * @param maxRouters BMP connections at a time
 * @param maxPerAddress BMP connections from one address at a time
 * @param maxPeers peers of one router
 * @param idleTimeout a router that is silent for so long is disconnected; 0 for never (a quiet network has nothing to say)
 * @param sources where the pre-policy Adj-RIB-In comes from: monitoring, mirroring, or auto for both, the mirrored UPDATE where only it
 *     carries BGPsec_PATH
 * @param quietTime how long no route must come until a table counts as complete where no End-of-RIB is sent
 * @param emptyTime the same while no route has come at all
 * @param holdTime how long the routes of a router that is disconnected stay as they were
 * @param backlog octets of messages kept for a peer until its Peer Up
 * @param confederation our AS confederation (RFC 5065)
 * @param transparentPeers peers that may send pCount 0, as addresses, prefixes or AS numbers: route servers, AS migration (RFC 8206)
 * @param loopAllowedPeers peers whose paths may hold our AS, as addresses, prefixes or AS numbers
 * @param routePartitions partitions of the topics of routes and of verdicts when they are created
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
        @DefaultValue("1MB") DataSize maxMessage,
        @DefaultValue("1000") int maxRouters,
        @DefaultValue("100") int maxPerAddress,
        @DefaultValue("4096") int maxPeers,
        @DefaultValue("0s") Duration idleTimeout,
        @DefaultValue("auto") Sources sources,
        @DefaultValue("10s") Duration quietTime,
        @DefaultValue("60s") Duration emptyTime,
        @DefaultValue("5m") Duration holdTime,
        @DefaultValue("1MB") DataSize backlog,
        @DefaultValue Confederation confederation,
        @DefaultValue List<String> transparentPeers,
        @DefaultValue List<String> loopAllowedPeers,
        @DefaultValue("12") int routePartitions,
        @DefaultValue("5ms") Duration linger,
        @DefaultValue("32MB") DataSize highMark,
        @DefaultValue("16MB") DataSize lowMark,
        @DefaultValue OpenBmp openbmp) {
    private static final long QUEUE_HIGH = 256 * 1024;
    private static final long QUEUE_LOW = 64 * 1024;

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
    }

    BmpLimits limits() {
        return new BmpLimits(
                Math.toIntExact(maxMessage.toBytes()), maxRouters, maxPerAddress, idleTimeout, QUEUE_HIGH, QUEUE_LOW);
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
