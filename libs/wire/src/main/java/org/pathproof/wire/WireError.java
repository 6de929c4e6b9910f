// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/**
 * What is wrong with received bytes, and where.
 *
 * @param code the kind of damage
 * @param where the field, in the words of the RFC that defines it, outermost first ("UPDATE / MP_REACH_NLRI / next hop")
 * @param offset the byte at which it was noticed, counted from the start of the message or attribute being decoded
 * @param message one sentence for an operator
 */
public record WireError(Code code, String where, int offset, String message) {
    /** The same error seen from what encloses it: {@code outer} before {@code where}, and the offset counted from further out. */
    public WireError within(String outer, int start) {
        return new WireError(code, outer + " / " + where, start + offset, message);
    }

    /** Kinds of damage, independent of the protocol. */
    public enum Code {
        /** The bytes end before the field does. */
        TRUNCATED,
        /** Bytes are left over after the last field. */
        TRAILING_BYTES,
        /** A length field contradicts what it stands in or what the format allows. */
        BAD_LENGTH,
        /** A value that the format does not allow. */
        BAD_VALUE,
        /** A marker, magic number or version that is not the expected one. */
        BAD_MARKER,
        /** A thing that may stand only once stands again. */
        DUPLICATE,
        /** A thing that must be there is not. */
        MISSING
    }
}
