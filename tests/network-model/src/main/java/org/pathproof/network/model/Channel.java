// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** One direction of a connection: delivers in order, each message after a random delay. */
final class Channel {
    private final Clock clock;
    private final int longestDelay;
    private long last;
    private int epoch;

    Channel(Clock clock, int longestDelay) {
        this.clock = clock;
        this.longestDelay = longestDelay;
    }

    /** Delivers a message later, unless the channel is reset before. */
    void send(Runnable delivery) {
        last = Math.max(last, clock.now() + clock.delay(longestDelay));
        int sent = epoch;
        clock.runAt(last, () -> {
            if (sent == epoch) {
                delivery.run();
            }
        });
    }

    /** Drops all messages on their way. */
    void reset() {
        epoch++;
    }
}
