// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.concurrent.CompletableFuture;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.router.InstanceSigns;

/** The connection of one router, as the registry and the sessions of routers use it. Safe for use by any thread. */
interface RouterConnection {
    /** Closes the connection. Messages that were received are still handled. */
    void close(String reason);

    /** Returns false once the channel is closed. Messages may still be handled then. */
    boolean isOpen();

    /** Returns the connection's lane to Kafka. */
    Lane lane();

    /** Returns a future that completes when all messages are handled and the sessions are marked as lost. */
    CompletableFuture<Void> finished();

    /** Returns the signs of the BGP instance that the connection has shown. */
    InstanceSigns signs();

    /** Returns the number of the connection's BGP instance; 0 for the first, and while it is unknown. */
    int instance();

    /** Ends the sessions of the connection when it closes: another instance of the router has their peers. */
    void endSessions();

    /** Returns true until messages that waited during a pause of the intake are handled and in the table. */
    boolean isCatchingUp();

    /** Returns true while another collector owns the router. */
    boolean isStandingBy();

    /** Returns the age of the oldest received message that is not handled, in nanoseconds; 0 if there is none. */
    long oldestMessageNanos(long nowNanos);

    /** Returns the newest gap that was known before the first message was published. */
    long knownGap();
}
