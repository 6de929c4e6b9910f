// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads topics with a Kafka consumer. After a failure, the thread waits for the retry delay and continues
 * with a new consumer. A thread can be started once. Thread-safe.
 */
public final class ConsumerThread {
    private static final Logger log = LoggerFactory.getLogger(ConsumerThread.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Duration retryDelay;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Reader reader;
    private final java.util.function.Consumer<KafkaException> failures;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Thread thread;

    /** Reads until {@link #isStopping} is true. If the method returns earlier, it is called again after the delay. */
    @FunctionalInterface
    public interface Reader {
        /** Reads from the consumer, which belongs to this thread and is closed after the method. */
        void read(Consumer<byte[], byte[]> from);
    }

    /**
     * Creates the thread without starting it.
     *
     * @param name name of the thread
     * @param retryDelay time between two consumers
     * @param consumers opens a consumer, in this thread
     * @param failures receives the exceptions of the reader and of the consumer, in this thread
     */
    public ConsumerThread(
            String name,
            Duration retryDelay,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Reader reader,
            java.util.function.Consumer<KafkaException> failures) {
        this.name = name;
        this.retryDelay = retryDelay;
        this.consumers = consumers;
        this.reader = reader;
        this.failures = failures;
    }

    /** Starts the thread. */
    public synchronized void start() {
        thread = Thread.ofPlatform().name(name).daemon().start(this::run);
    }

    /** Interrupts a poll in progress, and waits up to 5 s for the end of the thread. */
    public synchronized void stop() {
        stopped.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                running.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns true between {@link #start} and {@link #stop}. */
    public synchronized boolean isRunning() {
        return thread != null;
    }

    /** Returns true after {@link #stop}. */
    public boolean isStopping() {
        return stopped.getCount() == 0;
    }

    private void run() {
        boolean stopping = false;
        while (!stopping) {
            try (Consumer<byte[], byte[]> opened = consumers.get()) {
                consumer = opened;
                if (!isStopping()) {
                    reader.read(opened);
                }
            } catch (WakeupException | InterruptException e) {
                log.debug("stopping: thread={}", name, e);
                return;
            } catch (KafkaException e) {
                failures.accept(e);
            } finally {
                consumer = null;
            }
            try {
                stopping = stopped.await(retryDelay.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
