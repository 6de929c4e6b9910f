// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Awaits conditions in programs and tests that start processes. */
public final class Conditions {
    /** Upper bound for the start of a service on a busy machine. */
    public static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    /** Factor of all limits: {@code PATHPROOF_TEST_PATIENCE}, for machines with an emulated processor; 1 without it. */
    private static final int PATIENCE = Integer.parseInt(System.getenv().getOrDefault("PATHPROOF_TEST_PATIENCE", "1"));

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private Conditions() {}

    /** Waits until a condition holds, for {@link #START_TIMEOUT} at most. */
    public static void await(String what, BooleanSupplier condition) {
        await(what, START_TIMEOUT, condition);
    }

    /**
     * Waits until a condition holds. The calling thread evaluates the condition; an exception of the condition ends
     * the wait.
     *
     * @param what description of the condition, for the error message
     * @param within limit without the factor for slow machines
     * @throws IllegalStateException when the condition does not hold within the limit
     */
    public static void await(String what, Duration within, BooleanSupplier condition) {
        Duration limit = within.multipliedBy(PATIENCE);
        try {
            Awaitility.await(what)
                    .atMost(limit)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL_INTERVAL)
                    .pollInSameThread()
                    .until(condition::getAsBoolean);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("Condition not met within " + limit.toSeconds() + " s: " + what, e);
        }
    }

    /**
     * Waits until a condition holds. Returns false if it does not hold within {@code limit}.
     *
     * @param interval time before the first evaluation, and between two evaluations
     */
    public static boolean holds(Duration limit, Duration interval, BooleanSupplier condition) {
        try {
            Awaitility.await()
                    .atMost(limit.multipliedBy(PATIENCE))
                    .pollDelay(interval)
                    .pollInterval(interval)
                    .pollInSameThread()
                    .until(condition::getAsBoolean);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
