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

    /**
     * Returns true when the row that begins here was announced in {@code epoch} or later, and published in {@code
     * published} or later. Rows in the long form are not read in place: the result is false.
     */
    static boolean isOfEpoch(byte[] page, int at, long epoch, long published) {
        return (page[at] & RowFlags.LONG) == 0 && ShortForm.isOfEpoch(page, at, epoch, published);
    }

    /** Receives the numbers of keys of a row. */
    interface Numbers {
        /** Returns true to continue with the next number. */
        boolean take(int number);
    }

    /**
     * Passes the key numbers of the row that begins here to {@code numbers}; returns true when all of them were taken.
     */
    static boolean numbers(byte[] bytes, int at, Numbers numbers) {
        int next = at + 1;
        int left = 0;
        for (int i = -1; i < left; i++) {
            int number = 0;
            int shift = 0;
            do {
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
