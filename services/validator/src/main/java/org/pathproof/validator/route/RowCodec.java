// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

/**
 * Encodes rows as bytes. The first bytes of a row are its flags and the numbers of the keys that concern it:
 *
 * <pre>
 *  bytes  1       varint   varint each
 *          flags   count    numbers of keys ({@link KeyRegistry})
 * </pre>
 *
 * <p>The rest has one of two forms: {@link ShortForm} if it can hold the row, else {@link LongForm}.
 */
final class RowCodec {
    private final ShortForm shortForm;
    private final LongForm longForm;

    RowCodec(KeyRegistry keys) {
        this.shortForm = new ShortForm(keys);
        this.longForm = new LongForm(keys);
    }

    byte[] encode(Row row) {
        return ShortForm.fits(row) ? shortForm.write(row) : longForm.write(row);
    }

    /** @throws DamagedRowException if the bytes are not a row */
    Row decode(byte[] bytes) {
        try {
            return RowFlags.isShort(bytes) ? shortForm.read(bytes) : longForm.read(bytes);
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedRowException(e);
        }
    }

    /** Receives the numbers of keys of a row. */
    interface Numbers {
        /** Returns true to continue with the next number. */
        boolean take(int number);
    }

    /**
     * Passes the key numbers of a row to {@code numbers}; returns true when all of them were taken.
     *
     * @param at index of the row, or of its path part in {@link RowShape}
     * @param end index behind the row or part
     */
    static boolean numbers(byte[] bytes, int at, int end, Numbers numbers) {
        int next = at + 1;
        int left = 0;
        for (int i = -1; i < left; i++) {
            int number = 0;
            int shift = 0;
            do {
                if (next >= end) {
                    return true; // the row is damaged
                }
                number |= (bytes[next] & 0x7f) << shift;
                shift += 7;
            } while (bytes[next++] < 0);
            if (i < 0) {
                left = number;
            } else if (!numbers.take(number)) {
                return false;
            }
        }
        return true;
    }
}
