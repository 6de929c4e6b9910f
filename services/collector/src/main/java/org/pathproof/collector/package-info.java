// SPDX-License-Identifier: Apache-2.0
/**
 * The collector: BMP in, routes and sessions out.
 *
 * <p>Routers connect over TCP ({@code bmp}), or their messages come on Kafka from an OpenBMP producer ({@code openbmp}). Either way each
 * router's messages pass, one by one and in order, through one {@link org.pathproof.collector.router.RouterState}, which knows the
 * router's peers, what their OPENs said, and the epoch of each session (RIB view), and turns every UPDATE into route events that carry
 * all that judging them needs. {@code kafka} writes them, holds the table of sessions, and stops the readers while Kafka is slow:
 * nothing is dropped on the way.
 *
 * <p>RFC 7854 is BMP, RFC 8671 its Adj-RIB-Out, RFC 9069 its Loc-RIB. No signature is looked at here.
 */
@NullMarked
package org.pathproof.collector;

import org.jspecify.annotations.NullMarked;
