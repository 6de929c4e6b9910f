// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

/**
 * Results of the three validations, as numbers of the protocol (sections 5.7 to 5.9). NIST's implementation uses one
 * set of numbers for all of them.
 */
public record SrxResults(int origin, int path, int aspa) {
    public static final int VALID = 0;
    public static final int NOT_FOUND = 1;
    public static final int INVALID = 2;
    /** No result is available. */
    public static final int UNDEFINED = 3;

    /** No result of any validation. */
    public static final SrxResults NONE = new SrxResults(UNDEFINED, UNDEFINED, UNDEFINED);
}
