// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/** The octets that hops sign (RFC 8205 section 4.2, Figure 8). */
public final class SignedOctets {
    private SignedOctets() {}

    /**
     * The octets that hop {@code hop} (1 is the origin) of a block signed, ready to be hashed with SHA-256.
     *
     * @param path decoded and well formed
     * @param block index of the Signature_Block
     * @param targetAs the AS to which the newest hop signed; hops below signed to the AS of the segment above them
     */
    public static Bytes of(SecurePath path, int block, int hop, long targetAs, AfiSafi family, Prefix prefix) {
        throw new UnsupportedOperationException("being written: " + path + block + hop + targetAs + family + prefix);
    }
}
