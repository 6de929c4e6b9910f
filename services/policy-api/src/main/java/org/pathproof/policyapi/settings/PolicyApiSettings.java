// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.settings;

import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the policy API.
 *
 * @param roles Jobs of this process: api (REST, events, exports, pages), feeds (BGP, RTR and SRx), or both.
 * @param p384Suite Number of the experimental suite ECDSA P-384 in explanations of routes, in validation on demand, and
 *     for SRx. Must equal pathproof.validator.p384-suite.
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
 * @param eventClientsPerAddress Maximum number of clients of the event stream from one IPv4 address or IPv6 /64. An
 *     address holds at most as many as are free of event-clients.
 * @param eventHeartbeat Interval of the comments on an idle event stream.
 * @param exportMaxChanges Maximum number of prefixes that one export may add and remove. Operators can exceed it.
 * @param exportMaxPrefixes Maximum number of prefixes in one export.
 * @param exportMemory Time for which a prefix stays in exports after its refused route has left the table, if nothing
 *     else tells that its reason has ended.
 * @param exportMaxRemembered Maximum number of routes that exports remember. Above it, health fails, and the prefixes
 *     of further routes leave the exports with the routes.
 * @param exportHistory Maximum size of the earlier exports kept in memory for changes since a serial.
 */
@ConfigurationProperties("pathproof.policy-api")
public record PolicyApiSettings(
        @DefaultValue({"api", "feeds"}) Set<ProcessRole> roles,
        @DefaultValue("0") int p384Suite,
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
        @DefaultValue("10000") int exportMaxChanges,
        @DefaultValue("1000000") int exportMaxPrefixes,
        @DefaultValue("7d") Duration exportMemory,
        @DefaultValue("20000") int exportMaxRemembered,
        @DefaultValue("32MB") DataSize exportHistory) {}
