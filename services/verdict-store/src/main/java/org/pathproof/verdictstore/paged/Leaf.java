// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowFlags;

/**
 * Up to 128 adjacent blocks of one address family, in order of {@link Place}. The places never change: a writer
 * replaces the leaf. Handles of blocks change in place. The summary (flags, sessions, ASes) is that of all blocks and
 * only grows, so a reader of any commit can skip the leaf by it.
 */
final class Leaf {
    static final int MAX_BLOCKS = 128;

    private static final VarHandle HANDLE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int AS_WORDS = 64;
    /** Elements of {@link #hi} in a line of the processor's cache. */
    private static final int HI_OF_LINE = 8;
    /** Makes the hash of an AS at the end of a path another one than that of an AS anywhere. */
    private static final long LAST_AS = 1L << Integer.SIZE;

    /** The numbers of sessions are folded to this many bits, so that a leaf has at most 512 bytes of them. */
    private static final int MAX_SESSION_WORDS = 64;

    private final long[] hi;
    /** Null if all numbers are 0, as for IPv4. */
    private final long @Nullable [] lo;
    /** Prefix length in the upper byte, SAFI in the lower one. */
    private final short[] shapes;
    /** Positions of the first rows; null if no prefix has several blocks. */
    private final long @Nullable [] positions;

    private final int[] handles;
    /**
     * The flags of each block, folded by {@link RowFlags#folded}, so that most blocks are skipped without being read.
     */
    private final short[] folded;

    private volatile long union;
    private volatile long[] sessions = new long[1];
    /** A Bloom filter of two bits for each AS, and two for each AS that ends a path. */
    private final long[] ases = new long[AS_WORDS];

    private Leaf(
            long[] hi,
            long @Nullable [] lo,
            short[] shapes,
            long @Nullable [] positions,
            int[] handles,
            short[] folded) {
        this.hi = hi;
        this.lo = lo;
        this.shapes = shapes;
        this.positions = positions;
        this.handles = handles;
        this.folded = folded;
    }

    /** Returns a leaf of one block. */
    static Leaf of(Place place, int handle) {
        return new Leaf(new long[0], null, new short[0], null, new int[0], new short[0]).with(0, place, handle);
    }

    /** Returns a leaf of blocks in order, with an empty summary. */
    static Leaf of(List<Place> places, int[] handles) {
        int n = handles.length;
        long[] hi = new long[n];
        long[] lo = new long[n];
        short[] shapes = new short[n];
        long[] positions = new long[n];
        long anyLo = 0;
        long anyPosition = 0;
        for (int i = 0; i < n; i++) {
            Place place = places.get(i);
            hi[i] = place.hi();
            lo[i] = place.lo();
            shapes[i] = (short) place.shape();
            positions[i] = place.position();
            anyLo |= lo[i];
            anyPosition |= positions[i];
        }
        return new Leaf(hi, anyLo == 0 ? null : lo, shapes, anyPosition == 0 ? null : positions, handles, new short[n]);
    }

    int count() {
        return handles.length;
    }

    /** Reads what a search in the leaf reads. Returns a number that depends on it. */
    long touch() {
        long sum = handles.length;
        for (int i = 0; i < hi.length; i += HI_OF_LINE) {
            sum += hi[i];
        }
        return sum;
    }

    long hi(int i) {
        return hi[i];
    }

    long lo(int i) {
        return lo == null ? 0 : lo[i];
    }

    int shape(int i) {
        return shapes[i] & 0xffff;
    }

    long position(int i) {
        return positions == null ? 0 : positions[i];
    }

    /** Compares the place of a block with a place. */
    int compare(int i, Place place) {
        if (hi[i] != place.hi()) {
            return Long.compareUnsigned(hi[i], place.hi());
        }
        int c = Long.compareUnsigned(lo(i), place.lo());
        if (c == 0) {
            c = Integer.compare(shape(i), place.shape());
        }
        return c != 0 ? c : Long.compare(position(i), place.position());
    }

    /** Returns true if a block has rows of the prefix and SAFI of a place. */
    boolean isOf(int i, Place place) {
        return hi[i] == place.hi() && lo(i) == place.lo() && shape(i) == place.shape();
    }

    /** Returns the index of the last block that does not begin after a place; -1 if there is none. */
    int floor(Place place) {
        int low = 0;
        int high = handles.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(middle, place) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Returns the handle of the newest version of a block. */
    int handle(int i) {
        return (int) HANDLE.getAcquire(handles, i);
    }

    /** Replaces the newest version of a block. */
    void setHandle(int i, int handle) {
        HANDLE.setRelease(handles, i, handle);
    }

    /** Adds flags of a block to the summary. The caller publishes them with the block. */
    void addUnion(int i, long flags) {
        folded[i] |= RowFlags.folded(flags);
        addUnion(flags);
    }

    private void addUnion(long flags) {
        long now = union;
        if ((flags & ~now) != 0) {
            union = now | flags; // only the writer changes it
        }
    }

    long union() {
        return union;
    }

    /** Returns flags that include those of a block, in every version that a reader may see. */
    long union(int i) {
        return RowFlags.unfolded(folded[i]);
    }

    /** Adds a session to the summary. */
    void addSession(int session) {
        int bit = fold(session);
        long[] now = sessions;
        if (bit >>> 6 >= now.length) {
            now = Arrays.copyOf(now, (bit >>> 6) + 1);
            sessions = now;
        }
        if ((now[bit >>> 6] >>> bit & 1) == 0) {
            now[bit >>> 6] |= 1L << bit;
            sessions = now; // publishes the element
        }
    }

    private static int fold(int session) {
        return session & (MAX_SESSION_WORDS << 6) - 1;
    }

    /** Returns true if a block may have rows of a session of the set, whose numbers are folded. */
    boolean mayHaveAny(long[] folded) {
        long[] now = sessions;
        for (int i = Math.min(now.length, folded.length) - 1; i >= 0; i--) {
            if ((now[i] & folded[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns a set of session numbers for {@link #mayHaveAny}. */
    static long[] folded(long[] set) {
        long[] folded = new long[Math.min(set.length, MAX_SESSION_WORDS)];
        for (int i = 0; i < set.length; i++) {
            folded[i & MAX_SESSION_WORDS - 1] |= set[i];
        }
        return folded;
    }

    /** Adds the ASes of a path to the summary. */
    void addAses(Dictionary paths, int path) {
        byte[] array = paths.array(path);
        int from = paths.from(path);
        int end = PathBytes.firstHop(array, from);
        int at = PathBytes.firstAs(array, from);
        if (at < end) {
            addBits(Words.mix(Words.i32(array, end - Integer.BYTES) ^ LAST_AS));
        }
        for (; at < end; at += Integer.BYTES) {
            addBits(Words.mix(Words.i32(array, at)));
        }
    }

    private void addBits(long h) {
        ases[(int) h & AS_WORDS - 1] |= 1L << (h >>> 40);
        ases[(int) (h >>> 16) & AS_WORDS - 1] |= 1L << (h >>> 48);
    }

    /** Returns true if a path of a block may contain an AS. */
    boolean mayHaveAs(int asn) {
        return mayHaveBits(Words.mix(asn));
    }

    /** Returns true if an AS may be the last of a path of a block. */
    boolean mayHaveOrigin(int asn) {
        return mayHaveBits(Words.mix(asn ^ LAST_AS)) && mayHaveAs(asn);
    }

    private boolean mayHaveBits(long h) {
        return (ases[(int) h & AS_WORDS - 1] >>> (h >>> 40) & 1) != 0
                && (ases[(int) (h >>> 16) & AS_WORDS - 1] >>> (h >>> 48) & 1) != 0;
    }

    private Leaf inheriting(Leaf from) {
        union = from.union;
        sessions = from.sessions.clone();
        System.arraycopy(from.ases, 0, ases, 0, AS_WORDS);
        return this;
    }

    /** Returns a leaf with the same blocks and an empty summary. */
    Leaf withoutSummary() {
        return new Leaf(hi, lo, shapes, positions, handles.clone(), new short[handles.length]);
    }

    /** Returns a leaf with a further block at an index. */
    Leaf with(int at, Place place, int handle) {
        int n = handles.length;
        int[] moreHandles = new int[n + 1];
        System.arraycopy(handles, 0, moreHandles, 0, at);
        moreHandles[at] = handle;
        System.arraycopy(handles, at, moreHandles, at + 1, n - at);
        return new Leaf(
                        inserted(hi, at, place.hi()),
                        insertedUnlessZero(lo, at, place.lo()),
                        inserted(shapes, at, (short) place.shape()),
                        insertedUnlessZero(positions, at, place.position()),
                        moreHandles,
                        inserted(folded, at, (short) 0))
                .inheriting(this);
    }

    private static long[] inserted(long[] from, int at, long value) {
        long[] to = new long[from.length + 1];
        System.arraycopy(from, 0, to, 0, at);
        to[at] = value;
        System.arraycopy(from, at, to, at + 1, from.length - at);
        return to;
    }

    private static short[] inserted(short[] from, int at, short value) {
        short[] to = new short[from.length + 1];
        System.arraycopy(from, 0, to, 0, at);
        to[at] = value;
        System.arraycopy(from, at, to, at + 1, from.length - at);
        return to;
    }

    private long @Nullable [] insertedUnlessZero(long @Nullable [] from, int at, long value) {
        if (from == null && value == 0) {
            return null;
        }
        return inserted(from == null ? new long[handles.length] : from, at, value);
    }

    /** Returns a leaf of some of the blocks. */
    Leaf slice(int from, int to) {
        return new Leaf(
                        Arrays.copyOfRange(hi, from, to),
                        lo == null ? null : Arrays.copyOfRange(lo, from, to),
                        Arrays.copyOfRange(shapes, from, to),
                        positions == null ? null : Arrays.copyOfRange(positions, from, to),
                        Arrays.copyOfRange(handles, from, to),
                        Arrays.copyOfRange(folded, from, to))
                .inheriting(this);
    }

    /** Returns a leaf of these blocks and those of the next leaf. */
    Leaf joined(Leaf next) {
        int n = handles.length;
        int m = next.handles.length;
        Leaf both = new Leaf(
                joined(hi, next.hi, n, m),
                lo == null && next.lo == null ? null : joined(lo, next.lo, n, m),
                Arrays.copyOf(shapes, n + m),
                positions == null && next.positions == null ? null : joined(positions, next.positions, n, m),
                Arrays.copyOf(handles, n + m),
                Arrays.copyOf(folded, n + m));
        System.arraycopy(next.shapes, 0, both.shapes, n, m);
        System.arraycopy(next.folded, 0, both.folded, n, m);
        System.arraycopy(next.handles, 0, both.handles, n, m);
        both.inheriting(this);
        both.addUnion(next.union);
        both.sessions = Arrays.copyOf(both.sessions, Math.max(both.sessions.length, next.sessions.length));
        for (int i = 0; i < next.sessions.length; i++) {
            both.sessions[i] |= next.sessions[i];
        }
        for (int i = 0; i < AS_WORDS; i++) {
            both.ases[i] |= next.ases[i];
        }
        return both;
    }

    private static long[] joined(long @Nullable [] first, long @Nullable [] second, int n, int m) {
        long[] both = new long[n + m];
        if (first != null) {
            System.arraycopy(first, 0, both, 0, n);
        }
        if (second != null) {
            System.arraycopy(second, 0, both, n, m);
        }
        return both;
    }

    /** Returns a leaf without a block. The leaf must have another one. */
    Leaf without(int at) {
        return at == 0
                ? slice(1, handles.length)
                : at == handles.length - 1 ? slice(0, at) : slice(0, at).joined(slice(at + 1, handles.length));
    }

    /** Returns the size in memory in bytes. */
    long memoryBytes() {
        return 150
                + (lo == null ? 16L : 24L) * handles.length
                + (positions == null ? 0 : 8L * handles.length)
                + 8L * sessions.length
                + 8L * AS_WORDS;
    }
}
