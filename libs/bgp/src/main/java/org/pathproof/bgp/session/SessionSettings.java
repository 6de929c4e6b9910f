// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Capability;

/**
 * Settings of the session with one neighbor. The constructor refuses values that are out of range.
 *
 * @param localAs AS of this speaker, 1 to 4294967295
 * @param peerAs AS of the neighbor; equal to {@code localAs} for iBGP
 * @param identifier BGP Identifier of this speaker as 32 bits, not zero (RFC 6286 section 2.1)
 * @param families families to advertise: IPv4 unicast, IPv6 unicast, or both
 * @param addPath ADD-PATH by family: a sum of {@link Capability.AddPath#RECEIVE} and {@link Capability.AddPath#SEND}
 * @param holdTime Hold Time to propose: 3 to 65535 seconds, or 0 for none. A neighbor without one is refused unless it
 *     is 0
 * @param sendHoldTime time without progress after which a neighbor that does not read is disconnected, longer than
 *     {@code holdTime} (RFC 9687 section 4.4); empty for 4/3 of the negotiated Hold Time
 * @param connectRetryMin delay before the second attempt to connect; each further delay is twice as long
 * @param connectRetryMax upper bound of the delay
 * @param passive true if this speaker does not connect and waits for the neighbor
 * @param gracefulRestart graceful restart to advertise; empty for none
 * @param extendedMessages messages of up to 65,535 bytes are offered (RFC 8654)
 */
public record SessionSettings(
        long localAs,
        long peerAs,
        int identifier,
        Set<AfiSafi> families,
        Map<AfiSafi, Integer> addPath,
        Duration holdTime,
        Optional<Duration> sendHoldTime,
        Duration connectRetryMin,
        Duration connectRetryMax,
        boolean passive,
        Optional<GracefulRestart> gracefulRestart,
        boolean extendedMessages) {
    private static final Set<AfiSafi> SUPPORTED = Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);

    /**
     * Graceful restart of this speaker (RFC 4724).
     *
     * @param restartTime time within which this speaker returns after a restart, 1 to 4095 seconds
     * @param notifications routes stay also when a NOTIFICATION ends the session (RFC 8538)
     */
    public record GracefulRestart(Duration restartTime, boolean notifications) {
        public GracefulRestart {
            check("restartTime", restartTime, restartTime.toSeconds() >= 1 && restartTime.toSeconds() <= 4095);
        }
    }

    public SessionSettings {
        check("localAs", localAs, isAsNumber(localAs));
        check("peerAs", peerAs, isAsNumber(peerAs));
        check("identifier", identifier, identifier != 0);
        check("families", families, !families.isEmpty() && SUPPORTED.containsAll(families));
        families = Set.copyOf(families);
        for (Map.Entry<AfiSafi, Integer> entry : addPath.entrySet()) {
            check(
                    "addPath",
                    entry,
                    families.contains(entry.getKey()) && entry.getValue() >= 1 && entry.getValue() <= 3);
        }
        addPath = Map.copyOf(addPath);
        long hold = holdTime.toSeconds();
        check("holdTime", holdTime, hold == 0 ? holdTime.isZero() : hold >= 3 && hold <= 65535);
        sendHoldTime.ifPresent(time -> check("sendHoldTime", time, time.compareTo(holdTime) > 0));
        check("connectRetryMin", connectRetryMin, connectRetryMin.isPositive());
        check("connectRetryMax", connectRetryMax, connectRetryMax.compareTo(connectRetryMin) >= 0);
    }

    /** Returns settings with usual values: IPv4 and IPv6, 90 s Hold Time, graceful restart of 120 s, no ADD-PATH. */
    public static SessionSettings of(long localAs, long peerAs, int identifier) {
        return new SessionSettings(
                localAs,
                peerAs,
                identifier,
                SUPPORTED,
                Map.of(),
                Duration.ofSeconds(90),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                false,
                Optional.of(new GracefulRestart(Duration.ofSeconds(120), true)),
                true);
    }

    private static boolean isAsNumber(long asn) {
        return asn >= 1 && asn <= 0xffff_ffffL;
    }

    private static void check(String name, Object value, boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException(name + " is out of range: " + value);
        }
    }
}
