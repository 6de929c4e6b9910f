// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

/** Bits of the field Flags in a request (section 5.5) and of Result Type in a notification (section 5.10). */
public final class SrxFlags {
    public static final int ORIGIN = 1;
    public static final int PATH = 2;
    public static final int ASPA = 4;
    public static final int RECEIPT = 128;

    /** All kinds of validation. */
    public static final int VALIDATIONS = ORIGIN | PATH | ASPA;

    private SrxFlags() {}
}
