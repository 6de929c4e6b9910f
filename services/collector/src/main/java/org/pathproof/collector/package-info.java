// SPDX-License-Identifier: Apache-2.0
/**
 * The collector reads BMP messages and publishes routes and sessions.
 *
 * <p>Routers connect over TCP ({@code bmp}), or their messages come on Kafka from an OpenBMP producer ({@code
 * openbmp}). Either way the messages of a router pass in order through one {@link
 * org.pathproof.collector.router.RouterState}. This state has the router's peers, their OPENs, and the epoch of each
 * session (RIB view). It converts UPDATEs to route events with all facts that validation needs. {@code kafka} writes
 * the events, follows the sessions topic, and stops the readers while Kafka is slow.
 *
 * <p>This package wires the parts together. Each {@link org.pathproof.collector.CollectorPart} is a bean with a phase,
 * and {@link org.pathproof.collector.CollectorService} starts the parts in the order of their phases.
 *
 * <p>RFC 7854 defines BMP, RFC 8671 adds Adj-RIB-Out views, and RFC 9069 adds the Loc-RIB view. The collector does not
 * check signatures.
 */
@NullMarked
package org.pathproof.collector;

import org.jspecify.annotations.NullMarked;
