/**
 * The policy API: verdicts for people and routers.
 *
 * <p>A replica keeps all verdicts in memory ({@code store}) and follows Kafka ({@code feed}). The replica also keeps
 * the RPKI set and follows Redis. It answers REST requests ({@code rest}), streams events ({@code events}), writes
 * prefix sets for routers ({@code export}), serves RTR, and shows a dashboard (the static resources). {@code web}
 * limits every HTTP request. A replica owns and changes no data, so replicas are interchangeable.
 */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
