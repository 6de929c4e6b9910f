// SPDX-License-Identifier: Apache-2.0
/**
 * The state machine of a BGP neighbor (RFC 4271 section 8), without sockets, threads or clocks.
 *
 * <p>{@link BgpSession} takes events (connections, messages, time) and returns {@link SessionAction}s (connect, send,
 * close, established). The session owns every timer, and up to three connections of which at most one survives a
 * collision (section 6.8). {@link SessionSettings} configures the session. {@link OpenExchange} builds the OPEN of this
 * speaker and checks the OPEN of the neighbor. {@link Notifications} has the error codes.
 *
 * <p>Times are values of a monotonic clock in nanoseconds. Only their differences have a meaning.
 */
@NullMarked
package org.pathproof.bgp.session;

import org.jspecify.annotations.NullMarked;
