// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a service gets the RPKI data from: the current complete set, and what changes. Safe for use by several threads. */
public interface RpkiSource extends AutoCloseable {
    /** The set in force; empty until a complete one was read. Never becomes empty again by a lost connection. */
    Optional<RpkiSet> current();

    /**
     * Calls {@code listener} with every change from now on, in order, on a thread of the source; the first complete set comes as a
     * change that announces all of it.
     */
    void onChange(Consumer<RpkiChange> listener);

    Status status();

    @Override
    void close();

    /**
     * How the source is doing.
     *
     * @param connected whether it can be reached now
     * @param lastUpdate when the set in force was last confirmed as current; null before the first
     * @param problem what is wrong, in a sentence for an operator; null when nothing is
     */
    record Status(
            boolean connected,
            @Nullable Instant lastUpdate,
            @Nullable String problem) {}
}
