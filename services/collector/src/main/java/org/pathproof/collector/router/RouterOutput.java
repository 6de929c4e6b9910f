// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;

/** Where what a router said goes: records that are written in the order given. Calls may block while Kafka is slow. */
public interface RouterOutput {
    /** One event of a route; {@code event} is an encoded RouteEvent and may be shared by many calls. */
    void route(RouteKey key, byte[] event);

    /** A SessionMark, an encoded RouteEvent, to every partition of routes. */
    void mark(SessionId session, byte[] event);

    void reject(Reject reject);
}
