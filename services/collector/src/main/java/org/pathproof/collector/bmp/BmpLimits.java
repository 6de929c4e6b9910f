// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What routers may ask of the server.
 *
 * @param maxMessage octets of a BMP message
 * @param maxConnections at a time
 * @param maxPerAddress connections from one address at a time
 * @param idle a router that is silent for so long is disconnected; zero: never
 * @param firstMessage a router that has not said so long after it connected who it is is disconnected; includes handshakes
 * @param wholeMessage a message that has begun must be whole after so long, while it is read
 * @param queueHigh octets waiting for a connection's thread above which its socket is not read
 * @param queueLow octets waiting below which it is read again
 */
public record BmpLimits(
        int maxMessage,
        int maxConnections,
        int maxPerAddress,
        Duration idle,
        Duration firstMessage,
        Duration wholeMessage,
        long queueHigh,
        long queueLow) {
    private static final Logger log = LoggerFactory.getLogger(BmpLimits.class);
    /** What is read from a socket at once. */
    private static final int READ = 64 * 1024;

    /**
     * Octets that all connections together can make the collector hold: of each a queue, one read beyond it, and a message that is not
     * whole yet, in a buffer that doubles as it grows.
     */
    public long mostMemory() {
        return maxConnections * (queueHigh + READ + 2L * maxMessage);
    }

    /** Logs a warning when the limits allow more memory than the heap of {@code heapBytes} has. */
    public void warnAboutMemory(long heapBytes) {
        if (mostMemory() > heapBytes) {
            log.warn(
                    "{} routers that all stall may hold {} MiB, and the heap has {} MiB: lower pathproof.collector.max-routers, router-queue or max-message, or give it more",
                    maxConnections,
                    mostMemory() >> 20,
                    heapBytes >> 20);
        }
    }
}
