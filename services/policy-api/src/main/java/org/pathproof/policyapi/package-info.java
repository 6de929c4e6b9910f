// SPDX-License-Identifier: Apache-2.0
/**
 * The policy API: an application that serves verdicts to people, programs and routers.
 *
 * <p>{@link org.pathproof.policyapi.PolicyApiConfiguration} imports the verdict store ({@code
 * org.pathproof.verdictstore}) and the policy of the feeds, and the parts of the roles of the process. The role {@code
 * api} has REST ({@code rest}), events ({@code events}), prefix sets for routers ({@code export}), certificates ({@code
 * certificates}) and the dashboard in the static resources. The role {@code feeds} has the sessions with routers
 * ({@code org.pathproof.routerfeeds}). The endpoints of policy and feeds are in {@code feeds}, and {@code health}
 * reports all parts. {@code access} and {@code web} check and limit every HTTP request. {@code openapi} describes the
 * interface.
 *
 * <p>Verdicts and the policy come from Kafka, and the RPKI set comes from Redis. A process keeps both in memory and
 * owns no data, so clients can use any replica.
 */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
