// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;

/** The output of a router: writes records in the order of the calls. Calls may block while Kafka is slow. */
public interface RouterOutput {
    /** Writes an event of a route; {@code event} is an encoded RouteEvent, and may be shared by many calls. */
    void route(RouteKey key, byte[] event);

    /** Writes a SessionMark, encoded as a RouteEvent, to every partition of routes. */
    void mark(SessionId session, byte[] event);

    void reject(Reject reject);
}
