// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.BitSet;
import java.util.List;

/** Verifies signatures, many at a time. Safe for use by several threads. */
@FunctionalInterface
public interface SignatureVerifier {
    /** Bit {@code i} of the answer is set if and only if {@code checks.get(i)} verifies. Never throws on any octets. */
    BitSet verify(List<SignatureCheck> checks);
}
