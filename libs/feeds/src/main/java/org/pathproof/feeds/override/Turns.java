// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts how often the overrides of a prefix return to the state before the last one. Not thread-safe. */
final class Turns {
    /** Number of returns from which two states take turns: A, B, A, B. */
    private static final int MIN_RETURNS = 2;

    private @Nullable AnnouncedPaths previous;
    private @Nullable AnnouncedPaths current;
    private int returns;

    Turns() {}

    Turns(Turns other) {
        this.previous = other.previous;
        this.current = other.current;
        this.returns = other.returns;
    }

    /** Adds a change from one state to another one. */
    void add(AnnouncedPaths from, AnnouncedPaths to) {
        step(from);
        step(to);
    }

    private void step(AnnouncedPaths next) {
        if (next.equals(current)) {
            return;
        }
        returns = next.equals(previous) ? returns + 1 : 0;
        previous = current;
        current = next;
    }

    /** Returns the two states that take turns, in their order; empty if the states differ more. */
    List<AnnouncedPaths> pair() {
        return previous == null || current == null || returns < MIN_RETURNS ? List.of() : List.of(previous, current);
    }
}
