// SPDX-License-Identifier: Apache-2.0
/**
 * The collector reads BMP messages and publishes routes and sessions.
 *
 * <p>Routers connect over TCP ({@code bmp}), or their messages come on Kafka from an OpenBMP producer ({@code
 * openbmp}). Either way the messages of a router pass in order through one {@link
 * org.pathproof.collector.router.RouterState}. This state has the router's peers, their OPENs, and the epoch of each
 * session (RIB view). The state converts UPDATEs to route events with all facts that validation needs. {@code kafka}
 * writes the events, follows the sessions topic, and stops the readers while Kafka is slow.
 *
 * <p>This package has the program and its beans: {@link CollectorConfiguration} creates the parts from {@code
 * settings}, {@code lifecycle} starts and stops them, and {@code status} reports their health.
 *
 * <p>RFC 7854 defines BMP, RFC 8671 adds Adj-RIB-Out views, and RFC 9069 adds the Loc-RIB view. The collector does not
 * check signatures.
 */
@NullMarked
package org.pathproof.collector;

import org.jspecify.annotations.NullMarked;
