// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the waits of idle stream threads when work arrives that is not a record of their consumer: a change of the RPKI
 * or of a session, or a report of a signature engine. Safe for use by several threads.
 */
public final class Wakeups {
    private final Set<Runnable> sleepers = ConcurrentHashMap.newKeySet();

    /**
     * Adds an action that ends the wait of one thread. The action must be short, must not block, and may run when the
     * thread does not wait.
     */
    public void add(Runnable wake) {
        sleepers.add(wake);
    }

    public void remove(Runnable wake) {
        sleepers.remove(wake);
    }

    /** Ends all waits. The caller has stored the new work before the call. */
    public void wake() {
        sleepers.forEach(Runnable::run);
    }
}
