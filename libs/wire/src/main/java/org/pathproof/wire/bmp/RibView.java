// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

/** Which of a router's tables a BMP message speaks of (RFC 7854, RFC 8671, RFC 9069). */
public enum RibView {
    ADJ_RIB_IN_PRE,
    ADJ_RIB_IN_POST,
    ADJ_RIB_OUT_PRE,
    ADJ_RIB_OUT_POST,
    LOC_RIB
}
