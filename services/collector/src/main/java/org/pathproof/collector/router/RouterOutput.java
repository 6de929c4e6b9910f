// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;

/** The output of a router: writes records in the order of the calls. Methods may block while Kafka is slow. */
public interface RouterOutput {
    /**
     * Writes an event of a route. {@code event} is an encoded RouteEvent; callers may pass the same array several
     * times.
     *
     * @param from the view of the route
     * @param receivedMicros arrival of the BMP message, microseconds since 1970
     */
    void writeRoute(RouteKey key, byte[] event, ViewLabel from, long receivedMicros);

    /** Writes a SessionMark, encoded as a RouteEvent, to every partition of the routes topic. */
    void mark(SessionId session, byte[] event);

    void reject(Reject reject);
}
