// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.BitSet;
import java.util.List;

/** The {@link SignatureVerifier} of the product: suite 1 (ECDSA P-256 with SHA-256, RFC 8608) on {@code libs/p256}. */
public final class BatchVerifier implements SignatureVerifier {
    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        throw new UnsupportedOperationException("being written: " + checks);
    }
}
