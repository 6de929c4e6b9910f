// SPDX-License-Identifier: Apache-2.0
/**
 * Both sides of RTR sessions: RFC 6810 (version 0), RFC 8210 (version 1) and draft-ietf-sidrops-8210bis (version 2).
 *
 * <p>{@link RtrClientSession} and {@link RtrServerSession} are state machines without sockets or clocks. {@link
 * RtrClient} and {@link RtrServer} connect these state machines to sockets and clocks. A client keeps the last complete
 * data of its cache when connections fail, and reports when the Expire Interval has passed. A server responds from an
 * {@link org.pathproof.rpki.RpkiSource}. Session id and serials are equal in all replicas, so that a router can change
 * the replica without a reset.
 */
@NullMarked
package org.pathproof.rpki.rtr;

import org.jspecify.annotations.NullMarked;
