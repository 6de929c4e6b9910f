// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.settings;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the RTR server without protection. Intervals, timeouts and rules for single routers apply to all RTR
 * listeners.
 *
 * @param rtrBind Local address of the RTR server.
 * @param rtrPort TCP port of the RTR server, without protection. 0: any free port. -1: no such listener.
 * @param rtrMaxVersion Highest RTR version offered to routers, 0 to 2.
 * @param rtrRouterKeys Sends router keys to routers. Disable it for routers that reset the session when they receive
 *     router keys.
 * @param rtrNotifyInterval Minimum time between two Serial Notify PDUs to a router (RFC 8210 section 8.2 sets one
 *     minute).
 * @param rtrRetryInterval Retry Interval of routers, 1s to 7199s: the time until they query or connect again after a
 *     failure (RFC 8210 section 6 recommends 10m).
 * @param rtrClients Exceptions for some routers. The first entry that covers the router's address applies.
 * @param rtrMaxSessions Maximum number of concurrent RTR connections. Further connections are closed.
 * @param rtrMaxSessionsPerAddress Maximum number of concurrent RTR connections from one IPv4 address or IPv6 /64.
 * @param rtrPduTimeout Time limit for a router's first query, and for the rest of a PDU that has begun.
 * @param rtrIdleTimeout Silence after which a router is disconnected. Must exceed every Refresh Interval (at most
 *     86,400 s).
 * @param rtrSendTimeout Time limit for a router to accept 64 KiB. A router that exceeds it is disconnected.
 */
@ConfigurationProperties("pathproof.policy-api")
public record RtrSettings(
        @DefaultValue("0.0.0.0") String rtrBind,
        @DefaultValue("8282") int rtrPort,
        @DefaultValue("2") int rtrMaxVersion,
        @DefaultValue("true") boolean rtrRouterKeys,
        @DefaultValue("1m") Duration rtrNotifyInterval,
        @DefaultValue("10m") Duration rtrRetryInterval,
        @DefaultValue List<RtrClientRule> rtrClients,
        @DefaultValue("1000") int rtrMaxSessions,
        @DefaultValue("50") int rtrMaxSessionsPerAddress,
        @DefaultValue("30s") Duration rtrPduTimeout,
        @DefaultValue("25h") Duration rtrIdleTimeout,
        @DefaultValue("1m") Duration rtrSendTimeout) {
    /**
     * Exception for some RTR clients.
     *
     * @param routers Prefix of the routers' addresses.
     * @param maxVersion Highest RTR version offered to these routers.
     * @param routerKeys Sends router keys to these routers.
     * @param aspas Sends ASPAs to these routers.
     */
    public record RtrClientRule(
            String routers,
            @DefaultValue("2") int maxVersion,
            @DefaultValue("true") boolean routerKeys,
            @DefaultValue("true") boolean aspas) {}
}
