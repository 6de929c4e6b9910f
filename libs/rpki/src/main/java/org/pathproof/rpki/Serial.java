// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

/**
 * A serial number of 32 bits with the arithmetic of RFC 1982, as RTR uses it (RFC 8210 section 2).
 *
 * @param value the bits, unsigned
 */
public record Serial(int value) {
    public Serial next() {
        return new Serial(value + 1);
    }

    /** Returns true if this serial is later than {@code other} (RFC 1982 section 3.2). */
    public boolean isAfter(Serial other) {
        return value - other.value > 0;
    }

    public long toLong() {
        return Integer.toUnsignedLong(value);
    }

    @Override
    public String toString() {
        return Long.toString(toLong());
    }
}
