// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import org.pathproof.contracts.v1.PathState;

/** The flags in the first byte of a stored row, see {@link RowCodec}. */
final class RowFlags {
    /** The bits that hold the state of the path. */
    static final int STATE = 0x07;
    /** The value of the state bits for UNVERIFIED paths with an untrusted proof, see {@link Row#isUntrusted}. */
    private static final int UNTRUSTED = 7;
    /** The flag of the long form. */
    static final int LONG = 0x08;
    /** The flag of rows in the long form whose route could not be validated, see {@link Row#isFailed}. */
    static final int FAILED = 0x10;
    /** The flag of rows in the long form whose path the router may have rewritten. */
    static final int REWRITTEN = 0x40;

    private RowFlags() {}

    static boolean isShort(byte[] bytes) {
        return bytes.length == 0 || (bytes[0] & LONG) == 0;
    }

    static boolean isFailed(byte flags) {
        return (flags & (LONG | FAILED)) == (LONG | FAILED);
    }

    static boolean isRewritten(byte flags) {
        return (flags & (LONG | REWRITTEN)) == (LONG | REWRITTEN);
    }

    static boolean isUntrusted(byte flags) {
        return (flags & STATE) == UNTRUSTED;
    }

    /** Returns the state bits of a row. */
    static int state(Row row) {
        return row.isUntrusted() ? UNTRUSTED : row.verdict().getStateValue();
    }

    static PathState state(byte flags) {
        return isUntrusted(flags) ? PathState.UNVERIFIED : PathState.forNumber(flags & STATE);
    }
}
