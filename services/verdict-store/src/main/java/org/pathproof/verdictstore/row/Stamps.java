// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import java.io.IOException;
import java.util.Arrays;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.dictionary.Sequences;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;

/**
 * The times of rows of one shard in 32 bits: when a route was received, when it was validated, and the serial of the
 * RPKI set.
 *
 * <p>Usually a route is validated within a second after its receipt, and all routes of a time have one serial. Then the
 * number is the time of validation in steps of 0.1 s, and the serial follows from a history of serials by that time.
 * Otherwise, for example after a change of the RPKI, it is the number of an interned triple. Then both times have steps
 * of a second, and the time of receipt has steps of 1/256 of its distance, so that a change of the RPKI that touches
 * millions of rows brings few triples. The history keeps its last entries; the serial of an older route is unknown.
 *
 * <p>One thread encodes; any thread decodes.
 */
public final class Stamps {
    /** Serial of a validation without a complete RPKI set. */
    public static final long NO_SERIAL = -1;

    private static final int INTERNED = 1 << 31;
    /** 2026-01-01T00:00:00Z. */
    private static final long BASE_US = 1_767_225_600_000_000L;

    private static final long STEP_US = 100_000;
    private static final long SECOND_US = 1_000_000;
    private static final int STEPS_OF_DISTANCE = 256;
    private static final int TRIPLE = 24;
    /** Maximum length of the history: half of it is forgotten when it is full. */
    private static final int MAX_HISTORY = 1 << 14;

    private final Dictionary times;
    private final byte[] triple = new byte[TRIPLE];
    private volatile History history = new History(new int[] {0}, new long[] {NO_SERIAL});
    /** The decoder of the present history. */
    private volatile Decoder decoder;
    /** Greatest time that was encoded by the history. */
    private int newest;

    /** Serials from given times on. Immutable. */
    private static final class History {
        private final int[] from;
        private final long[] serials;

        History(int[] from, long[] serials) {
            this.from = from;
            this.serials = serials;
        }

        long at(int time) {
            int last = from.length - 1;
            if (time >= from[last]) {
                return serials[last];
            }
            int found = Arrays.binarySearch(from, time);
            int index = found >= 0 ? found : -2 - found;
            return index < 0 ? NO_SERIAL : serials[index];
        }

        long latest() {
            return serials[serials.length - 1];
        }

        History with(int time, long serial) {
            int begin = from.length < MAX_HISTORY ? 0 : MAX_HISTORY / 2;
            int length = from.length - begin;
            int[] moreFrom = Arrays.copyOfRange(from, begin, begin + length + 1);
            long[] moreSerials = Arrays.copyOfRange(serials, begin, begin + length + 1);
            moreFrom[length] = time;
            moreSerials[length] = serial;
            return new History(moreFrom, moreSerials);
        }
    }

    public Stamps(Dictionary times) {
        this.times = times;
        this.decoder = new Decoder(history, times.sequences());
    }

    public static boolean isInterned(int stamp) {
        return stamp < 0;
    }

    /** Returns the encoded times of an interned triple. */
    public static int interned(int number) {
        return INTERNED | number;
    }

    public static int number(int stamp) {
        return stamp & ~INTERNED;
    }

    /**
     * Encodes the times of a row.
     *
     * @param receivedUs microseconds since 1970
     * @param validatedUs microseconds since 1970
     * @param serial the serial; {@link #NO_SERIAL} for none
     */
    public int encode(long receivedUs, long validatedUs, long serial) {
        long steps = (validatedUs - BASE_US) / STEP_US;
        long delay = validatedUs - receivedUs;
        if (validatedUs >= BASE_US && steps < Integer.MAX_VALUE && delay >= 0 && delay < SECOND_US) {
            int time = (int) steps;
            History now = history;
            if (newest == 0) { // the first row: its serial is that of all earlier times too
                now = new History(new int[] {0}, new long[] {serial});
                history = now;
            } else if (time > newest && now.latest() != serial) {
                now = now.with(time, serial);
                history = now;
            }
            if (now.at(time) == serial) {
                newest = Math.max(newest, time);
                return time;
            }
        }
        long validated = Math.floorDiv(validatedUs, SECOND_US);
        long received = Math.floorDiv(receivedUs, SECOND_US);
        long distance = validated - received;
        long step = Math.max(1, Long.highestOneBit(Math.abs(distance)) / STEPS_OF_DISTANCE);
        Words.putI64(triple, 0, received - Math.floorMod(received, step));
        Words.putI64(triple, 8, validated);
        Words.putI64(triple, 16, serial);
        int id = times.intern(Words.hash(triple, 0, TRIPLE), triple, 0, TRIPLE);
        if (id < 0) {
            throw new IllegalStateException("the number of a time has 32 bits");
        }
        return interned(id);
    }

    /** Writes the history of serials. Any thread may call this method. */
    public void writeHistory(SnapshotWriter to) throws IOException {
        History now = history;
        to.putInt(now.from.length);
        for (int i = 0; i < now.from.length; i++) {
            to.putInt(now.from[i]);
            to.putLong(now.serials[i]);
        }
    }

    /**
     * Reads the history of serials.
     *
     * @param greatest greatest time of a row that is not interned; 0 for none
     */
    public void readHistory(SectionReader in, int greatest) throws IOException {
        int length = in.getInt();
        if (length < 1 || length > MAX_HISTORY) {
            throw in.damaged("the history of serials has " + length + " entries");
        }
        int[] from = new int[length];
        long[] serials = new long[length];
        for (int i = 0; i < length; i++) {
            from[i] = in.getInt();
            serials[i] = in.getLong();
        }
        history = new History(from, serials);
        newest = Math.max(greatest, from[length - 1]);
    }

    /** Returns the decoder of the times of rows that were read before. */
    public Decoder decoder() {
        History now = history;
        Sequences triples = times.sequences();
        Decoder known = decoder;
        if (known.history != now || known.triples != triples) {
            known = new Decoder(now, triples);
            decoder = known;
        }
        return known;
    }

    /** Decodes the times of rows, even after their numbers are used for other times. Immutable. */
    public static final class Decoder {
        private final History history;
        private final Sequences triples;

        private Decoder(History history, Sequences triples) {
            this.history = history;
            this.triples = triples;
        }

        private long triple(int stamp, int offset) {
            int id = number(stamp);
            return Words.i64(triples.array(id), triples.from(id) + offset);
        }

        /** Returns the time of receipt in microseconds since 1970. */
        public long receivedUs(int stamp) {
            return isInterned(stamp) ? triple(stamp, 0) * SECOND_US : BASE_US + stamp * STEP_US;
        }

        /** Returns the time of validation in microseconds since 1970. */
        public long validatedUs(int stamp) {
            return isInterned(stamp) ? triple(stamp, 8) * SECOND_US : BASE_US + stamp * STEP_US;
        }

        /** Returns the serial; {@link #NO_SERIAL} for none. */
        public long serial(int stamp) {
            return isInterned(stamp) ? triple(stamp, 16) : history.at(stamp);
        }
    }
}
