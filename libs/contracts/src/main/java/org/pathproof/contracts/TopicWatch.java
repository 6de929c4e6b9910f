// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares the ids of topics with the earlier ones, every few seconds, on a separate thread. */
public final class TopicWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);
    private static final long INTERVAL_MS = 3_000;

    private final TopicIds start;
    private final Admin admin;
    private final Consumer<String> onChange;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Starts watching. {@link #close} ends the watch and closes {@code admin}.
     *
     * @param onChange receives a sentence about the first topic that was deleted, on the thread of the watch. The watch
     *     continues with the ids after its return
     */
    public TopicWatch(TopicIds start, Admin admin, Consumer<String> onChange) {
        this.start = start;
        this.admin = admin;
        this.onChange = onChange;
        thread = Thread.ofPlatform().name("topic-watch").daemon().start(this::run);
    }

    private void run() {
        TopicIds known = start;
        try {
            while (!stopped.await(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                try {
                    TopicIds now = ids();
                    Optional<String> change = known.change(now);
                    if (change.isPresent()) {
                        onChange.accept(change.get());
                        known = ids();
                    }
                } catch (KafkaException e) {
                    log.debug("Topic ids cannot be read", e);
                }
            }
        } catch (InterruptedException e) {
            log.debug("Interrupted by close", e);
        }
    }

    private TopicIds ids() throws InterruptedException {
        return TopicIds.of(admin, start.byName().keySet());
    }

    /** Ends the watch. A running call of {@code onChange} is interrupted. */
    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
    }
}
