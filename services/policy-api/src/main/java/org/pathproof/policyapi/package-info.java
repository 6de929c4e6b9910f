/**
 * The policy API: verdicts for people and routers.
 *
 * <p>A replica keeps all verdicts in memory ({@code store}) and follows Kafka ({@code feed}). The replica also keeps
 * the RPKI set and follows Redis. It answers REST requests ({@code rest}), streams events ({@code events}), writes
 * prefix sets for routers ({@code export}), and shows a dashboard (the static resources). It feeds routers over BGP
 * ({@code overrides}), RTR ({@code derived} and the genuine RPKI set) and SRx ({@code srx}). {@code access} and {@code
 * web} check and limit every HTTP request. A replica owns no data: the policy of the feeds is a topic ({@code policy}).
 * So clients can use any replica.
 */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
