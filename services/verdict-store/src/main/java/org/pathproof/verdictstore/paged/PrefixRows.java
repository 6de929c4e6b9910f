// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.Stamps;

/**
 * The matching rows of one prefix, in the order of session id and path id. Valid while its {@link Reading} is open. One
 * object is used for many prefixes. Not thread-safe.
 */
public final class PrefixRows {
    /** Up to this number of rows, an index fits into the lower bits of a sort key. */
    private static final int MAX_PACKED = 1 << 12;

    /** Number of rows from which on the places of sessions are looked at. */
    private static final int MIN_RANKED = 8;
    /** Sessions for each row, up to which all places are gone through. */
    private static final int MAX_RANKS_OF_ROW = 8;

    private static final int[] NONE = new int[0];

    private static final int CAPACITY = 64;
    private static final int CAPACITY_OF_FEW = 4;

    private final RowFilter filter;
    private final Dictionaries dictionaries;
    private final SessionArray sessions;
    private final VariantMatcher matcher;
    private Shard shard;
    private Place place;
    private int count;
    private SessionSlots[] sessionOf;
    private byte[][] arrays;
    private int[] rows;
    private int[] variants;
    private byte[] formats;
    private long[] keys;
    private int[] order;
    /** Matching variants of a block as bits. */
    private final long[] matching = new long[4];
    /** A sum of bytes that were read ahead, so that the compiler does not leave the reads out. */
    private int unused;

    PrefixRows(Shard shard, Place place, RowFilter filter, Dictionaries dictionaries, SessionArray sessions) {
        this.shard = shard;
        this.place = place;
        this.filter = filter;
        this.dictionaries = dictionaries;
        this.sessions = sessions;
        this.matcher = new VariantMatcher(filter, dictionaries);
        RowFilter.Sessions wanted = filter.sessions();
        int capacity = wanted != null && wanted.areFew() ? CAPACITY_OF_FEW : CAPACITY;
        sessionOf = new SessionSlots[capacity];
        arrays = new byte[capacity][];
        rows = new int[capacity];
        variants = new int[capacity];
        formats = new byte[capacity];
        keys = new long[capacity];
        order = new int[capacity];
    }

    /** Begins with the rows of another prefix. */
    void clear(Shard ofShard, Place ofPlace) {
        shard = ofShard;
        place = ofPlace;
        count = 0;
    }

    /** Adds the matching rows of a block. */
    void add(byte[] array, int at) {
        int format = Block.format(array, at);
        int rowSize = Block.rowSize(format);
        int first = at + Block.HEAD;
        int end = first + Block.rows(array, at) * rowSize;
        if (filter.selectsVariants() && !selectVariants(array, end, Block.variants(array, at), format)) {
            return;
        }
        RowFilter.Sessions wanted = filter.sessions();
        if (wanted == null) {
            for (int row = first; row < end; row += rowSize) {
                add(array, row, end, format);
            }
        } else if (wanted.areFew()) {
            for (int i = 0; i < wanted.count(); i++) {
                int session = wanted.number(i);
                int row = find(array, first, end, rowSize, session);
                for (; row < end && Block.session(array, row) == session; row += rowSize) {
                    add(array, row, end, format);
                }
            }
        } else {
            for (int row = first; row < end; row += rowSize) {
                if (wanted.has(Block.session(array, row))) {
                    add(array, row, end, format);
                }
            }
        }
    }

    private boolean selectVariants(byte[] array, int first, int variantCount, int format) {
        Arrays.fill(matching, 0);
        boolean any = false;
        int variant = first;
        for (int i = 0; i < variantCount; i++, variant += Block.variantSize(format)) {
            if (matcher.matches(array, variant, format)) {
                matching[i >>> 6] |= 1L << i;
                any = true;
            }
        }
        return any;
    }

    /** Returns the index of the first row of a session or of a later one. */
    private static int find(byte[] array, int first, int end, int rowSize, int session) {
        int low = 0;
        int high = (end - first) / rowSize;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Block.session(array, first + middle * rowSize) < session) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return first + low * rowSize;
    }

    private void add(byte[] array, int row, int firstVariant, int format) {
        int number = Block.variant(array, row);
        if (filter.selectsVariants() && (matching[number >>> 6] >>> number & 1) == 0) {
            return;
        }
        int variant = firstVariant + number * Block.variantSize(format);
        SessionSlots session = sessions.get(Block.session(array, row));
        if (!isAlive(session, array, row, variant, format)) {
            return;
        }
        if (count == rows.length) {
            grow();
        }
        sessionOf[count] = session;
        arrays[count] = array;
        rows[count] = row;
        variants[count] = variant;
        formats[count] = (byte) format;
        count++;
    }

    private boolean isAlive(SessionSlots session, byte[] array, int row, int variant, int format) {
        int slot = Block.slot(array, row);
        return !session.isHidden(slot)
                && (slot != SessionSlots.OTHER
                        || session.isAlive(dictionaries.epoch(Block.fields(array, variant, format))));
    }

    private void grow() {
        int capacity = 2 * count;
        sessionOf = Arrays.copyOf(sessionOf, capacity);
        arrays = Arrays.copyOf(arrays, capacity);
        rows = Arrays.copyOf(rows, capacity);
        variants = Arrays.copyOf(variants, capacity);
        formats = Arrays.copyOf(formats, capacity);
        keys = new long[capacity];
        order = new int[capacity];
    }

    /** Sorts the rows, which are in the order of session numbers and path ids. */
    void sort() {
        if (count > MAX_PACKED) {
            order = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparing(this::sessionAt, SessionSlots::compareId))
                    .mapToInt(Integer::intValue)
                    .toArray();
            order = Arrays.copyOf(order, rows.length);
            return;
        }
        int[] ranks = count < MIN_RANKED ? NONE : sessions.ranks();
        if (count >= MIN_RANKED && ranks.length <= MAX_RANKS_OF_ROW * count) {
            order(ranks);
            return;
        }
        for (int i = 0; i < count; i++) {
            keys[i] = (sessionAt(i).idHigh() ^ Long.MIN_VALUE) & -MAX_PACKED | i;
        }
        Arrays.sort(keys, 0, count);
        for (int i = 0; i < count; i++) {
            int row = (int) keys[i] & MAX_PACKED - 1;
            int to = i;
            // Ids whose first bits are alike
            while (to > 0
                    && keys[i] - keys[to - 1] < MAX_PACKED
                    && sessionAt(order[to - 1]).compareId(sessionAt(row)) > 0) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = row;
        }
    }

    private SessionSlots sessionAt(int row) {
        return sessionOf[row];
    }

    /**
     * Orders the rows by the places of their sessions, without a comparison: worthwhile if the rows are of a large part
     * of all sessions.
     */
    private void order(int[] ranks) {
        int[] firstRows = new int[ranks.length];
        for (int i = count - 1; i >= 0; i--) {
            firstRows[ranks[sessionOf[i].number()]] = i + 1; // ends with the first row of the session
        }
        int to = 0;
        for (int first : firstRows) {
            for (int i = first;
                    i > 0 && i <= count && sessionOf[i - 1].number() == sessionOf[first - 1].number();
                    i++) {
                order[to++] = i - 1;
            }
        }
    }

    /** Returns the beginning of the prefix. */
    public Place place() {
        return place;
    }

    /** Returns the number of rows. */
    public int count() {
        return count;
    }

    /**
     * Reads a byte of the path of each row. The reads do not depend on each other, so the processor waits for many of
     * them at once.
     */
    public void readAhead() {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += dictionaries.paths().firstByte(Block.path(arrays[i], variants[i]));
        }
        unused = sum;
    }

    /** Returns the session of a row. */
    public SessionSlots session(int i) {
        return sessionAt(order[i]);
    }

    /** Returns the path id of a row as unsigned 32 bits. */
    public int pathId(int i) {
        int row = order[i];
        return Block.pathId(arrays[row], rows[row], formats[row]);
    }

    /** Copies a row. */
    public void read(int i, RowData to) {
        int row = order[i];
        to.read(arrays[row], rows[row], variants[row], formats[row]);
        to.epoch = to.slot == SessionSlots.OTHER
                ? dictionaries.epoch(to.fields)
                : sessionAt(row).epoch(to.slot);
    }

    /** Returns the decoder of the times of the rows. */
    public Stamps stamps() {
        return shard.stamps();
    }
}
