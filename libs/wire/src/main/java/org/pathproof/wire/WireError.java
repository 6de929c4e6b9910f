// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/**
 * An error in received bytes, with its position.
 *
 * @param code the kind of error
 * @param where the field in the RFC's words, outermost first: "UPDATE / MP_REACH_NLRI / next hop"
 * @param offset the byte where the error was found, counted from the start of the decoded message or attribute
 * @param message one sentence for an operator
 */
public record WireError(Code code, String where, int offset, String message) {
    /**
     * Returns this error as seen from the enclosing element.
     *
     * @param outer the name of the enclosing element, put before {@code where}
     * @param start the offset of this element in the enclosing one
     */
    public WireError within(String outer, int start) {
        return new WireError(code, outer + " / " + where, start + offset, message);
    }

    /** Kinds of errors, independent of the protocol. */
    public enum Code {
        /** The bytes end before the field does. */
        TRUNCATED,
        /** Bytes remain after the last field. */
        TRAILING_BYTES,
        /** A length field contradicts the enclosing element or the format. */
        BAD_LENGTH,
        /** The format does not allow the value. */
        BAD_VALUE,
        /** A marker, magic number or version is not the expected one. */
        BAD_MARKER,
        /** An element that may occur once occurs again. */
        DUPLICATE,
        /** A required element is absent. */
        MISSING
    }
}
