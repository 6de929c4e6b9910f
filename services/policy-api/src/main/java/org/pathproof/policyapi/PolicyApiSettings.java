// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the policy API behaves.
 *
 * @param rtrBind the address that the RTR server listens on
 * @param rtrPort its port; 0 for any free one, -1 for no RTR server
 * @param rtrMaxVersion the highest RTR version offered, 0..2
 * @param rtrRouterKeys whether router keys are sent; some routers flap on them
 * @param rtrNotifyInterval the least time between two Serial Notifies to a router (RFC 8210 section 8.2 says a minute)
 * @param rtrClients exceptions for some routers; the first that covers an address counts
 * @param rtrMaxSessions connections of routers at a time; further ones are closed at once
 * @param rtrMaxSessionsPerAddress connections at a time from one IPv4 address or IPv6 /64
 * @param rtrPduTimeout how long a router may take to its first query, and to complete a PDU that it has begun
 * @param rtrIdleTimeout how long a router may be silent; above the Refresh Interval of every router (86,400 s at most)
 * @param rtrSendTimeout how long a router may take to accept 64 KiB before it is cut off
 * @param p384Suite as pathproof.validator.p384-suite, which explanations of routes have to agree with
 * @param validatorGroup the consumer group of the validators: their pathproof.validator.application-id
 * @param maxDelay how far the table may be behind the route events that collectors wrote before health is failing; at least 1s
 * @param pageLimit routes on a page when a request does not say
 * @param maxPageLimit routes on a page at most
 * @param maxBatch routes in one POST of /validity at most
 * @param eventRing events kept in memory for clients that come back
 * @param eventMemory bytes that those events may hold; beyond it fewer are kept
 * @param eventQueue events that a client of the event stream may be behind; one that is further behind is cut
 * @param eventReplay events that are read again for a client that comes back, at most
 * @param eventClients clients of the event stream at most
 * @param eventClientsPerAddress clients of the event stream from one address at most
 * @param eventHeartbeat how often an idle event stream shows that it lives
 * @param metricSeries time series at most of each metric of invalid routes by session or AS; the others are added up
 */
@ConfigurationProperties("pathproof.policy-api")
public record PolicyApiSettings(
        @DefaultValue("0.0.0.0") String rtrBind,
        @DefaultValue("8282") int rtrPort,
        @DefaultValue("2") int rtrMaxVersion,
        @DefaultValue("true") boolean rtrRouterKeys,
        @DefaultValue("1m") Duration rtrNotifyInterval,
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
        @DefaultValue("20000") int eventRing,
        @DefaultValue("64MB") DataSize eventMemory,
        @DefaultValue("10000") int eventQueue,
        @DefaultValue("1000000") long eventReplay,
        @DefaultValue("1000") int eventClients,
        @DefaultValue("100") int eventClientsPerAddress,
        @DefaultValue("15s") Duration eventHeartbeat,
        @DefaultValue("100") int metricSeries) {
    /**
     * What certain routers get.
     *
     * @param routers a prefix of their addresses
     * @param maxVersion the highest RTR version for them
     * @param routerKeys whether they get router keys
     */
    public record RtrClientRule(
            String routers,
            @DefaultValue("2") int maxVersion,
            @DefaultValue("true") boolean routerKeys) {}
}
