// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits of the server.
 *
 * @param maxMessage bytes of a BMP message
 * @param maxConnections open connections, handshakes included
 * @param maxPerAddress open connections from one address
 * @param idle silence after which a router is disconnected; zero for never
 * @param firstMessage time limit for the first message after the connect, handshakes included
 * @param wholeMessage time limit for the rest of a message that has begun, while the socket is read
 * @param queueHigh bytes in the queue of a connection above which its socket is not read
 * @param queueLow bytes in the queue below which the socket is read again
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
    /** Maximum size of one read from a socket. */
    private static final int READ_BYTES = 64 * 1024;

    /**
     * Returns the maximum memory of all connections in bytes. A connection holds its queue, one read beyond the queue,
     * and a buffer for an incomplete message. A full buffer doubles its capacity.
     */
    public long mostMemory() {
        return maxConnections * (queueHigh + READ_BYTES + 2L * maxMessage);
    }

    /** Logs a warning if {@link #mostMemory} exceeds the heap of {@code heapBytes}. */
    public void warnAboutMemory(long heapBytes) {
        if (mostMemory() > heapBytes) {
            log.warn(
                    getMarker("bmp-memory-low"),
                    "messages of routers may exceed the heap: max_routers={} needed_mib={} heap_mib={}; lower pathproof.collector.max-routers, router-queue or max-message, or raise the heap",
                    maxConnections,
                    mostMemory() >> 20,
                    heapBytes >> 20);
        }
    }
}
