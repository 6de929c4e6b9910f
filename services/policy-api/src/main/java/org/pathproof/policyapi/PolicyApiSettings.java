// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the policy API behaves.
 *
 * @param rtrBind the address that the RTR server listens on
 * @param rtrPort its port; 0 for any free one, -1 for no RTR server
 * @param rtrMaxVersion the highest RTR version offered, 0..2
 * @param rtrRouterKeys whether router keys are sent; some routers flap on them
 * @param pageLimit routes on a page when a request does not say
 * @param maxPageLimit routes on a page at most
 * @param maxBatch routes in one POST of /validity at most
 * @param eventRing events kept in memory for clients that come back
 * @param eventQueue events that may wait for one client; a client that is further behind is cut
 * @param eventClients clients of the event stream at most
 * @param eventHeartbeat how often an idle event stream shows that it lives
 */
@ConfigurationProperties("pathproof.policy-api")
public record PolicyApiSettings(
        @DefaultValue("0.0.0.0") String rtrBind,
        @DefaultValue("8282") int rtrPort,
        @DefaultValue("2") int rtrMaxVersion,
        @DefaultValue("true") boolean rtrRouterKeys,
        @DefaultValue("100") int pageLimit,
        @DefaultValue("10000") int maxPageLimit,
        @DefaultValue("10000") int maxBatch,
        @DefaultValue("20000") int eventRing,
        @DefaultValue("10000") int eventQueue,
        @DefaultValue("1000") int eventClients,
        @DefaultValue("15s") Duration eventHeartbeat) {}
