// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.settings;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the policy API.
 *
 * @param rtrBind Local address of the RTR server.
 * @param rtrPort TCP port of the RTR server, without protection. 0: any free port. -1: no such listener.
 * @param rtrMaxVersion Highest RTR version offered to routers, 0 to 2.
 * @param rtrRouterKeys Sends router keys to routers. Disable it for routers that reset the session when they receive
 *     router keys.
 * @param rtrNotifyInterval Minimum time between two Serial Notify PDUs to a router (RFC 8210 section 8.2 sets one
 *     minute).
 * @param rtrRetryInterval Retry Interval of routers, 1s to 7199s: the time until they ask or connect again after a
 *     failure (RFC 8210 section 6 recommends 10m).
 * @param rtrClients Exceptions for some routers. The first entry that covers the router's address applies.
 * @param rtrMaxSessions Maximum number of concurrent RTR connections. Further connections are closed.
 * @param rtrMaxSessionsPerAddress Maximum number of concurrent RTR connections from one IPv4 address or IPv6 /64.
 * @param rtrPduTimeout Time limit for a router's first query, and for the rest of a PDU that has begun.
 * @param rtrIdleTimeout Silence after which a router is disconnected. It must exceed every Refresh Interval (at most
 *     86,400 s).
 * @param rtrSendTimeout Time limit for a router to accept 64 KiB. A router that exceeds it is disconnected.
 * @param p384Suite Number of the experimental suite ECDSA P-384 in explanations of routes, in validation on demand, and
 *     for SRx. It must equal pathproof.validator.p384-suite.
 * @param validatorGroup Consumer group of the validators. It must equal their pathproof.validator.application-id.
 * @param maxDelay Delay of the table behind the collectors' route events above which health fails. Minimum: 1s.
 * @param pageLimit Number of routes on a page by default.
 * @param maxPageLimit Maximum number of routes on a page.
 * @param maxBatch Maximum number of routes in one POST of /validity.
 * @param maxVerify Maximum number of updates in one POST of /api/v1/verify.
 * @param verifyTime Time of validation by POST of /api/v1/verify that one client may use per minute.
 * @param eventRing Maximum number of events kept in memory for returning clients.
 * @param eventMemory Maximum size of the events kept in memory for returning clients.
 * @param eventQueue Maximum number of events that a client may lag behind. A slower client is disconnected.
 * @param eventReplay Maximum number of events reread from Kafka for a returning client.
 * @param eventClients Maximum number of clients of the event stream.
 * @param eventClientsPerAddress Maximum number of clients of the event stream from one address.
 * @param eventHeartbeat Interval of the comments on an idle event stream.
 * @param metricSeries Maximum number of time series of each metric of invalid routes by session or AS. Further ones are
 *     summed.
 * @param exportMaxChanges Maximum number of prefixes that one export may add and remove. Operators can exceed it.
 * @param exportMaxPrefixes Maximum number of prefixes in one export.
 * @param exportHistory Maximum size of the earlier exports kept in memory for changes since a serial.
 */
@ConfigurationProperties("pathproof.policy-api")
public record PolicyApiSettings(
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
        @DefaultValue("1m") Duration rtrSendTimeout,
        @DefaultValue("0") int p384Suite,
        @DefaultValue("pathproof-validator") String validatorGroup,
        @DefaultValue("2s") Duration maxDelay,
        @DefaultValue("100") int pageLimit,
        @DefaultValue("10000") int maxPageLimit,
        @DefaultValue("10000") int maxBatch,
        @DefaultValue("1000") int maxVerify,
        @DefaultValue("20s") Duration verifyTime,
        @DefaultValue("20000") int eventRing,
        @DefaultValue("64MB") DataSize eventMemory,
        @DefaultValue("10000") int eventQueue,
        @DefaultValue("1000000") long eventReplay,
        @DefaultValue("1000") int eventClients,
        @DefaultValue("100") int eventClientsPerAddress,
        @DefaultValue("15s") Duration eventHeartbeat,
        @DefaultValue("100") int metricSeries,
        @DefaultValue("10000") int exportMaxChanges,
        @DefaultValue("1000000") int exportMaxPrefixes,
        @DefaultValue("32MB") DataSize exportHistory) {
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
