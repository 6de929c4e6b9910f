// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

/**
 * The RIB that a BMP message describes: Adj-RIB-In (RFC 7854) or Adj-RIB-Out (RFC 8671) before and after policy, or
 * Loc-RIB (RFC 9069).
 */
public enum RibView {
    ADJ_RIB_IN_PRE,
    ADJ_RIB_IN_POST,
    ADJ_RIB_OUT_PRE,
    ADJ_RIB_OUT_POST,
    LOC_RIB
}
