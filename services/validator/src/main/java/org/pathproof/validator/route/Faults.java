// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Catches the errors of Pathproof that a single route can cause, so that such an error loses no route and stops no
 * task. These are all exceptions, failed assertions, a stack that is too deep, and classes that cannot be loaded. Other
 * errors, for example a full heap, concern the whole process and are thrown on.
 */
public final class Faults {
    private Faults() {}

    /**
     * Returns the value of {@code computation}. If it fails, returns the value of {@code onFault} for the thrown
     * exception or error. What {@code onFault} throws is thrown on.
     */
    public static <T> T compute(Supplier<T> computation, Function<Throwable, T> onFault) {
        try {
            return computation.get();
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            return onFault.apply(e);
        }
    }

    /** Runs {@code action}. If it fails, passes the thrown exception or error to {@code onFault}. */
    public static void run(Runnable action, Consumer<Throwable> onFault) {
        compute(
                () -> {
                    action.run();
                    return true;
                },
                e -> {
                    onFault.accept(e);
                    return false;
                });
    }
}
