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
 * @param rtrRefreshInterval Refresh Interval of routers, 1s to 86400s: the time from a response to the next query (RFC
 *     8210 section 6 recommends 1h). It also is the time after which a router learns that the sources have confirmed
 *     their data.
 * @param rtrRetryInterval Retry Interval of routers, 1s to 7200s: the time until they query or connect again after a
 *     failure, and after No Data Available (RFC 8210 section 6 recommends 10m).
 * @param rtrExpireInterval Longest Expire Interval of routers, 10m to 48h. Must exceed the Refresh and the Retry
 *     Interval. Routers get less when the data of the sources expire before.
 * @param rtrServeExpired Serves the last data to routers even after the Expire Interval of all sources, with the whole
 *     Expire Interval. Without it, routers lose the data then.
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
        @DefaultValue("10m") Duration rtrRefreshInterval,
        @DefaultValue("1m") Duration rtrRetryInterval,
        @DefaultValue("2h") Duration rtrExpireInterval,
        @DefaultValue("false") boolean rtrServeExpired,
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
