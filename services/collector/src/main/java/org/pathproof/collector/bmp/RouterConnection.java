// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.concurrent.CompletableFuture;
import org.pathproof.collector.kafka.Lane;

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

    /** Returns true until messages that waited during a pause of the intake are handled and in the table. */
    boolean isCatchingUp();

    /** Returns true while another collector owns the router. */
    boolean isStandingBy();

    /** Returns the newest gap that was known before the first message was published. */
    long knownGap();
}
