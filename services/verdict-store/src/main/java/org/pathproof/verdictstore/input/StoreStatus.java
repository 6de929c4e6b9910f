// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The state of the store's input. {@link VerdictFollower} and {@link PipelineMonitor} write the state; feeds, health
 * and REST read it. Readers therefore need neither of the two threads. Thread-safe.
 */
public final class StoreStatus {
    private final PipelineDelays delays;
    private volatile StoreInputStatus input = StoreInputStatus.STARTING;
    private volatile LoadProgress loading = LoadProgress.NONE;

    /** @param maxDelay delay of the table above which the table counts as late */
    public StoreStatus(Duration maxDelay) {
        this(maxDelay, System::nanoTime);
    }

    StoreStatus(Duration maxDelay, LongSupplier nanoTime) {
        delays = new PipelineDelays(maxDelay, nanoTime);
    }

    /** Returns the state of the reading from Kafka. */
    public StoreInputStatus input() {
        return input;
    }

    /** Returns the progress of the reading of all records from before the start; empty before and after it. */
    public LoadProgress loading() {
        return loading;
    }

    /** Adds the delay before the route events to that of the table, from now on. */
    public void addInputDelay(Supplier<Duration> delay) {
        delays.addInputDelay(delay);
    }

    /** Returns the current delays of the table behind its input. */
    public PipelineStatus pipeline() {
        return delays.status();
    }

    /**
     * Returns true if all route events that were in Kafka at a time are validated, and their verdicts are in the table.
     *
     * @param at a value of {@link System#nanoTime}
     */
    public boolean hasPassed(long at) {
        return delays.hasPassed(at);
    }

    /** Changes the state of the reading. Only the thread of the follower calls this method. */
    void update(UnaryOperator<StoreInputStatus> change) {
        input = change.apply(input);
    }

    /** Sets the progress of the first reading. Only the thread of the follower calls this method. */
    void noteLoading(LoadProgress progress) {
        loading = progress;
    }

    /** Returns the delays, for the pipeline monitor, which measures them. */
    PipelineDelays delays() {
        return delays;
    }
}
