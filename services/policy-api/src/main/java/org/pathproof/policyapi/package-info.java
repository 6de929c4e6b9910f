/**
 * The policy API: verdicts to people and routers.
 *
 * <p>A replica keeps all verdicts in memory ({@code store}), following Kafka ({@code feed}), and the RPKI set, following Redis. Out of them it
 * answers REST requests ({@code rest}), streams events ({@code events}), writes prefix sets for routers ({@code export}), serves RTR, and shows a
 * dashboard (the static resources). It owns no data and changes none: replicas are interchangeable.
 */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
