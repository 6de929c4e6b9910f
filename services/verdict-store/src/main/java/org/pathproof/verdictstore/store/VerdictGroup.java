// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts that are decoded before the first one of them is applied. {@link RouteTable#readAhead} then reads the memory
 * that all of them will change, so the processor waits for many places of memory at once. Not thread-safe.
 */
public final class VerdictGroup {
    /** Maximum number of verdicts. */
    public static final int MAX = 32;

    private final FindingsReader findings = new FindingsReader();
    private final DecodedVerdict[] verdicts =
            Stream.generate(() -> new DecodedVerdict(findings)).limit(MAX).toArray(DecodedVerdict[]::new);
    private int size;

    /** Adds a record. Its faults are thrown when the table applies it. The group must not be full. */
    public void add(byte @Nullable [] key, byte @Nullable [] value) {
        verdicts[size++].read(key, value);
    }

    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == MAX;
    }

    /** Removes all verdicts. */
    public void clear() {
        size = 0;
    }

    DecodedVerdict get(int i) {
        return verdicts[i];
    }
}
