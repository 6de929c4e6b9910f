// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source of RPKI data: the current complete set and its changes. Thread-safe. */
public interface RpkiSource extends AutoCloseable {
    /**
     * Returns the set in force. Empty until the first complete set is read. A lost connection never makes it empty
     * again.
     */
    Optional<RpkiSet> current();

    /**
     * Calls {@code listener} with every later change, in order, on a thread of the source. The first complete set is a
     * change that announces all its objects.
     */
    void onChange(Consumer<RpkiChange> listener);

    Status status();

    @Override
    void close();

    /**
     * The state of a source.
     *
     * @param connected true when the source can be reached
     * @param lastUpdate when the set in force was last confirmed as current; null before the first confirmation
     * @param problem a sentence for an operator; null for none
     */
    record Status(
            boolean connected,
            @Nullable Instant lastUpdate,
            @Nullable String problem) {}
}
