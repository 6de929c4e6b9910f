// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.pathproof.verdictstore.row.Findings;
import org.pathproof.verdictstore.row.RowFlags;

/**
 * Counts of the rows of one epoch of one session in one shard. The counts change with each row, so that a summary does
 * not read the rows. The shard's writer changes them; any thread reads.
 */
public final class SlotCounts {
    /** Index of the number of rows, after the bits of {@link RowFlags#union}. */
    public static final int ROWS = RowFlags.STATE_BITS;
    /** Index of the number of rows with a BGPsec_PATH. */
    public static final int SIGNED = ROWS + 1;
    /** Index of the number of rows with the state of another row. */
    public static final int DERIVED = ROWS + 2;

    private static final int INDICES = DERIVED + 1;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(INDICES);
    /** Numbers of rows by the bit of a rule, and by the AS that findings name. */
    private final Map<Integer, Integer> rules = new ConcurrentHashMap<>(1);

    private final Map<Long, Integer> offenders = new ConcurrentHashMap<>(1);

    /** Adds a row ({@code by} = 1) or removes it (-1). */
    void count(int flags, int by) {
        add(ROWS, by);
        if ((flags & RowFlags.SIGNED) != 0) {
            add(SIGNED, by);
        }
        // Only the original of a derived row is counted by its state, so that one fault raises one alarm.
        add((flags & RowFlags.DERIVED) != 0 ? DERIVED : RowFlags.state(flags), by);
        add(RowFlags.FIRST_ORIGIN + RowFlags.origin(flags), by);
        add(RowFlags.FIRST_ASPA + RowFlags.aspa(flags), by);
    }

    /** Adds the findings of a row, or removes them. */
    void countFindings(Findings findings, int by) {
        for (long left = findings.rules(); left != 0; left &= left - 1) {
            add(rules, Long.numberOfTrailingZeros(left), by);
        }
        for (long asn : findings.offenders()) {
            add(offenders, asn, by);
        }
    }

    /** Changes a count without a lock, because only the shard's writer changes counts. */
    private void add(int index, int by) {
        counts.setRelease(index, counts.getPlain(index) + by);
    }

    private static <K> void add(Map<K, Integer> counts, K name, int by) {
        counts.merge(name, by, (a, b) -> a + b == 0 ? null : a + b);
    }

    /** Returns a count by its index: a bit of {@link RowFlags#union}, or a constant of this class. */
    public int get(int index) {
        return counts.get(index);
    }

    /** Returns the numbers of rows by the bit of a rule, which is 0 for the first one. */
    public Map<Integer, Integer> rules() {
        return rules;
    }

    /** Returns the numbers of rows by the AS that findings name. */
    public Map<Long, Integer> offenders() {
        return offenders;
    }
}
