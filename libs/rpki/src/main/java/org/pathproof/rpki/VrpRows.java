// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Arrays;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * VRPs of one address family in columns. An IPv4 VRP takes 14 bytes, an IPv6 VRP 22 bytes. A VRP as an object would
 * take 60 bytes. {@link #sorted} orders the rows by prefix, Max Length and AS. Rows are added at the end. Not
 * thread-safe while rows are added.
 */
final class VrpRows {
    private static final int MIN_CAPACITY = 16;
    private static final int REMOVED = 0xff;

    private final int afi;
    private long[] high;
    private long[] low;
    private int[] asns;
    private byte[] lengths;
    private byte[] maxLengths;
    private int size;

    VrpRows(int afi) {
        this(afi, 0);
    }

    private VrpRows(int afi, int capacity) {
        this.afi = afi;
        high = new long[capacity];
        low = new long[afi == AfiSafi.AFI_IPV6 ? capacity : 0];
        asns = new int[capacity];
        lengths = new byte[capacity];
        maxLengths = new byte[capacity];
    }

    /** Returns the number of rows, including removed ones. */
    int size() {
        return size;
    }

    void add(Vrp vrp) {
        if (vrp.maxLength() < 0 || vrp.maxLength() >= REMOVED || vrp.asn() >>> 32 != 0) {
            throw new IllegalArgumentException("not the numbers of a VRP: " + vrp);
        }
        ensureCapacity();
        set(size++, vrp.prefix().hi(), vrp.prefix().lo(), vrp.prefix().length(), vrp.maxLength(), (int) vrp.asn());
    }

    private void addFrom(VrpRows other, int row) {
        ensureCapacity();
        set(
                size++,
                other.high[row],
                other.low(row),
                other.lengths[row] & 0xff,
                other.maxLengths[row] & 0xff,
                other.asns[row]);
    }

    private void set(int row, long hi, long lo, int length, int maxLength, int asn) {
        high[row] = hi;
        if (low.length > 0) {
            low[row] = lo;
        }
        lengths[row] = (byte) length;
        maxLengths[row] = (byte) maxLength;
        asns[row] = asn;
    }

    private void ensureCapacity() {
        if (size == high.length) {
            resize(Math.max(MIN_CAPACITY, size + (size >> 1)));
        }
    }

    private void resize(int capacity) {
        high = Arrays.copyOf(high, capacity);
        low = afi == AfiSafi.AFI_IPV6 ? Arrays.copyOf(low, capacity) : low;
        asns = Arrays.copyOf(asns, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        maxLengths = Arrays.copyOf(maxLengths, capacity);
    }

    Vrp get(int row) {
        Prefix prefix = new Prefix(afi, high[row], low(row), lengths[row] & 0xff);
        return new Vrp(prefix, maxLengths[row] & 0xff, asns[row] & 0xffff_ffffL);
    }

    int prefixLength(int row) {
        return lengths[row] & 0xff;
    }

    int maxLength(int row) {
        return maxLengths[row] & 0xff;
    }

    boolean samePrefix(int row, int other) {
        return high[row] == high[other] && low(row) == low(other) && lengths[row] == lengths[other];
    }

    void remove(int row) {
        maxLengths[row] = (byte) REMOVED;
    }

    boolean isRemoved(int row) {
        return maxLengths[row] == (byte) REMOVED;
    }

    boolean is(int row, Vrp vrp) {
        return high[row] == vrp.prefix().hi()
                && asns[row] == (int) vrp.asn()
                && (lengths[row] & 0xff) == vrp.prefix().length()
                && (maxLengths[row] & 0xff) == vrp.maxLength()
                && low(row) == vrp.prefix().lo();
    }

    /** Returns true if the row's prefix covers a prefix of this family. */
    boolean covers(int row, long hi, long lo, int length) {
        int mine = lengths[row] & 0xff;
        if (mine > length) {
            return false;
        }
        boolean covered = ((high[row] ^ hi) & mask(Math.min(mine, 64))) == 0;
        return covered && (mine <= 64 || ((low(row) ^ lo) & mask(mine - 64)) == 0);
    }

    boolean covers(int row, int other) {
        return covers(row, high[other], low(other), lengths[other] & 0xff);
    }

    /** Returns the last row whose prefix is not after the given prefix; -1 if there is none. Requires sorted rows. */
    int lastNotAfter(Prefix prefix) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (comparePrefix(middle, prefix.hi(), prefix.lo(), prefix.length()) <= 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from - 1;
    }

    /** Returns true if the rows, which must be sorted, have the VRP. */
    boolean contains(Vrp vrp) {
        for (int row = lastNotAfter(vrp.prefix());
                row >= 0
                        && comparePrefix(
                                        row,
                                        vrp.prefix().hi(),
                                        vrp.prefix().lo(),
                                        vrp.prefix().length())
                                == 0;
                row--) {
            if (is(row, vrp)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns these rows in order, without repeated and removed rows. If the rows are already in order, returns this
     * object, shrunk to its content.
     */
    VrpRows sorted() {
        boolean inOrder = true;
        for (int row = 0; row < size && inOrder; row++) {
            inOrder = !isRemoved(row) && (row == 0 || compare(this, row - 1, this, row) < 0);
        }
        if (inOrder) {
            if (high.length > size) {
                resize(size);
            }
            return this;
        }
        int[] rows = new int[size];
        int kept = 0;
        for (int row = 0; row < size; row++) {
            if (!isRemoved(row)) {
                rows[kept++] = row;
            }
        }
        int[] order = IntSort.sorted(Arrays.copyOf(rows, kept), (a, b) -> compare(this, a, this, b));
        VrpRows result = new VrpRows(afi, kept);
        for (int i = 0; i < kept; i++) {
            if (i == 0 || compare(this, order[i - 1], this, order[i]) != 0) {
                result.addFrom(this, order[i]);
            }
        }
        result.resize(result.size);
        return result;
    }

    /**
     * Returns these rows with {@code added} and without {@code gone}. All three must be sorted. An added row that is
     * already present occurs once.
     */
    VrpRows with(VrpRows added, VrpRows gone) {
        VrpRows result = new VrpRows(afi, size + added.size);
        int nextAdded = 0;
        int nextGone = 0;
        for (int row = 0; row < size; row++) {
            while (nextAdded < added.size && compare(added, nextAdded, this, row) < 0) {
                result.addFrom(added, nextAdded++);
            }
            if (nextAdded < added.size && compare(added, nextAdded, this, row) == 0) {
                nextAdded++;
            }
            while (nextGone < gone.size && compare(gone, nextGone, this, row) < 0) {
                nextGone++;
            }
            if (nextGone == gone.size || compare(gone, nextGone, this, row) != 0) {
                result.addFrom(this, row);
            }
        }
        while (nextAdded < added.size) {
            result.addFrom(added, nextAdded++);
        }
        result.resize(result.size);
        return result;
    }

    /** Returns the numbers of the rows that {@code other} does not have. Both objects must be sorted. */
    int[] minus(VrpRows other) {
        int[] rows = new int[0];
        int found = 0;
        int theirs = 0;
        for (int row = 0; row < size; row++) {
            while (theirs < other.size && compare(other, theirs, this, row) < 0) {
                theirs++;
            }
            if (theirs == other.size || compare(other, theirs, this, row) != 0) {
                if (found == rows.length) {
                    rows = Arrays.copyOf(rows, Math.max(MIN_CAPACITY, 2 * found));
                }
                rows[found++] = row;
            }
        }
        return Arrays.copyOf(rows, found);
    }

    private static int compare(VrpRows a, int i, VrpRows b, int j) {
        int c = a.comparePrefix(i, b.high[j], b.low(j), b.lengths[j] & 0xff);
        if (c == 0) {
            c = Integer.compare(a.maxLength(i), b.maxLength(j));
        }
        return c != 0 ? c : Integer.compareUnsigned(a.asns[i], b.asns[j]);
    }

    private int comparePrefix(int row, long hi, long lo, int length) {
        int c = Long.compareUnsigned(high[row], hi);
        if (c == 0) {
            c = Long.compareUnsigned(low(row), lo);
        }
        return c != 0 ? c : Integer.compare(lengths[row] & 0xff, length);
    }

    private long low(int row) {
        return low.length == 0 ? 0 : low[row];
    }

    private static long mask(int bits) {
        return bits == 0 ? 0 : -1L << (64 - bits);
    }
}
