// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

/**
 * Results that a proxy proposes with a request, and their sources (section 5.6).
 *
 * @param originSource source of the origin result, such as {@link #SOURCE_ROUTER}; {@code pathSource} and {@code
 *     aspaSource} use the same numbers
 */
public record SrxDefaults(int originSource, int pathSource, int aspaSource, SrxResults results) {
    public static final int SOURCE_SRX = 0;
    public static final int SOURCE_ROUTER = 1;
    public static final int SOURCE_IGP = 2;
    public static final int SOURCE_UNKNOWN = 3;

    /** No proposal. */
    public static final SrxDefaults NONE =
            new SrxDefaults(SOURCE_UNKNOWN, SOURCE_UNKNOWN, SOURCE_UNKNOWN, SrxResults.NONE);
}
