// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.settings;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AsNumbers;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the feeds to routers.
 *
 * @param routers Routers for which overrides are computed. Empty: none. The collector must publish their path
 *     attributes. A router with a neighbor address receives its overrides over BGP.
 * @param policy YAML file with the first policy of the feeds, published while pathproof.policies has no policy.
 *     Empty: every router is observed only until a policy is applied.
 * @param identifier BGP Identifier of this replica, such as 192.0.2.9. Each replica needs its own one.
 * @param identifiers BGP Identifiers of Pathproof's speakers, of all replicas. Paths with them are not used.
 * @param addresses Addresses of Pathproof's speakers, of all replicas. Empty: any address.
 * @param listen Local addresses on which routers may connect over BGP. Empty: none; Pathproof connects.
 * @param listenPort TCP port of the addresses in listen.
 * @param staleAfter Time for which verdicts, router keys or the policy may be late or out of reach before all overrides
 *     are withdrawn.
 * @param routerHold Time without a BMP connection after which the overrides of a router are withdrawn.
 * @param restartTime Time for which routers with graceful restart keep the overrides of a replica whose session ended:
 *     0 (no graceful restart) to 4095 seconds. Empty: 120 s, or 0 if identifiers name other replicas.
 */
@ConfigurationProperties("pathproof.feeds")
public record FeedSettings(
        @DefaultValue List<FedRouter> routers,
        @DefaultValue("") String policy,
        @DefaultValue("") String identifier,
        @DefaultValue List<String> identifiers,
        @DefaultValue List<String> addresses,
        @DefaultValue List<String> listen,
        @DefaultValue("179") int listenPort,
        @DefaultValue("10s") Duration staleAfter,
        @DefaultValue("5m") Duration routerHold,
        @Nullable Duration restartTime) {
    /** Upper bound of the Restart Time (RFC 4724 section 3: 12 bits). */
    private static final int MAX_RESTART_SECONDS = 4095;

    /**
     * A router with a feed.
     *
     * @param router Name, address or hash of the router in its BMP sessions.
     * @param neighbor Address of the router's BGP session with Pathproof. Empty: no session; overrides are computed and
     *     shown only.
     * @param port TCP port on which the router accepts BGP connections.
     * @param localAddress Source address of connections to the router. Empty: the system selects it.
     * @param as AS of the router, and of Pathproof in this session. 0: own-as of the policy.
     * @param passive Waits for the router to connect.
     * @param password TCP-MD5 password of the session (RFC 2385), 1 to 80 bytes. Empty: none.
     * @param aoKeys TCP-AO keys of the session (RFC 5925), each as "SEND-ID RECEIVE-ID ALGORITHM SECRET".
     * @param aoKeyFile File with these keys instead, one a line. A changed file applies to the session without a
     *     restart. Empty: none.
     * @param maxHops Maximum number of hops to the router (GTSM, RFC 5082). 0: no check.
     * @param holdTime Hold Time that Pathproof proposes: 3 to 65535 seconds.
     * @param addPath Offers to send several paths of a prefix (RFC 7911), for the policy tag.
     * @param usableNextHops Inner routers can use the next hops of overrides: the router rewrites those of reflected
     *     routes (next-hop-self force), or the IGP has the addresses of its neighbors. Needed if the router rewrites
     *     the next hops of other routes.
     * @param tls Files for BGP over TLS.
     */
    public record FedRouter(
            @DefaultValue("") String router,
            @DefaultValue("") String neighbor,
            @DefaultValue("179") int port,
            @DefaultValue("") String localAddress,
            @DefaultValue("0") long as,
            @DefaultValue("false") boolean passive,
            @DefaultValue("") String password,
            @DefaultValue List<String> aoKeys,
            @DefaultValue("") String aoKeyFile,
            @DefaultValue("0") int maxHops,
            @DefaultValue("90s") Duration holdTime,
            @DefaultValue("false") boolean addPath,
            @DefaultValue("false") boolean usableNextHops,
            @DefaultValue Tls tls) {
        public FedRouter {
            if (as < 0 || as > AsNumbers.MAX) {
                throw new IllegalArgumentException("pathproof.feeds.routers: router " + router + ": as " + as
                        + " is not an AS number of 1.." + AsNumbers.MAX + ", nor 0 for own-as of the policy");
            }
        }

        /** Omits the password and the keys. */
        @Override
        public String toString() {
            return "FedRouter[router=" + router + ", neighbor=" + neighbor + ']';
        }
    }

    /**
     * TLS 1.3 with certificates of both sides (draft-wirtgen-bgp-tls).
     *
     * @param certificate PEM file with Pathproof's certificate and its chain. Empty: no TLS.
     * @param key PEM file with the private key of the certificate (PKCS #8).
     * @param trust PEM file with the authorities of the router's certificate.
     * @param name DNS name or address that the router's certificate must have.
     * @param crl PEM file with the CRLs of the authorities. Empty: no certificate is revoked.
     * @param crlRequired Refuses certificates of an authority without a CRL, or with a stale one. Without it, a stale
     *     CRL remains in use.
     */
    public record Tls(
            @DefaultValue("") String certificate,
            @DefaultValue("") String key,
            @DefaultValue("") String trust,
            @DefaultValue("") String name,
            @DefaultValue("") String crl,
            @DefaultValue("false") boolean crlRequired) {
        /** No TLS. */
        public static final Tls OFF = new Tls("", "", "", "", "", false);

        /** Returns true if the session has TLS; throws IllegalArgumentException if a setting is missing. */
        public boolean isOn() {
            if (equals(OFF)) {
                return false;
            }
            if (certificate.isEmpty() || key.isEmpty() || trust.isEmpty() || name.isEmpty()) {
                throw new IllegalArgumentException(
                        "tls needs certificate, key, trust, and name: the name in the router's certificate");
            }
            return true;
        }
    }

    public FeedSettings {
        List<String> names = routers.stream().map(FedRouter::router).toList();
        if (new HashSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("pathproof.feeds.routers names a router twice: " + names);
        }
        if (staleAfter.isNegative() || routerHold.isNegative()) {
            throw new IllegalArgumentException("pathproof.feeds: stale-after and router-hold must not be negative");
        }
        if (restartTime != null && (restartTime.isNegative() || restartTime.toSeconds() > MAX_RESTART_SECONDS)) {
            throw new IllegalArgumentException("pathproof.feeds.restart-time must be 0 to " + MAX_RESTART_SECONDS
                    + " seconds: " + restartTime.toSeconds());
        }
    }
}
