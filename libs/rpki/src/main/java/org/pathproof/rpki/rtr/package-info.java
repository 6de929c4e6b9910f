// SPDX-License-Identifier: Apache-2.0
/**
 * RTR sessions, both sides: RFC 8210 (version 1), RFC 6810 (version 0) and draft-ietf-sidrops-8210bis (version 2).
 *
 * {@link RtrClientSession} and {@link RtrServerSession} are the protocol as state machines without sockets or clocks;
 * {@link RtrClient} and {@link RtrServer} give them both. A client keeps the last complete data of its cache, whatever becomes of the
 * connection, and says when its Expire Interval has passed. A server answers from an {@link org.pathproof.rpki.RpkiSource}, whose
 * session id and serials are the same in every replica, so that a router may be moved between replicas without a reset.
 */
@NullMarked
package org.pathproof.rpki.rtr;

import org.jspecify.annotations.NullMarked;
