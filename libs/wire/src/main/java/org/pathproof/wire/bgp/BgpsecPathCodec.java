// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Takes the value of a BGPsec_PATH attribute apart and puts it together (RFC 8205 section 3). */
public final class BgpsecPathCodec {
    private BgpsecPathCodec() {}

    /**
     * Decodes the structure: lengths, segments, blocks. Damage is TRUNCATED (an inner length leads past the end),
     * TRAILING_BYTES (octets left after the last block), BAD_LENGTH (a length that cannot be: Secure_Path length not 2 + 6n,
     * no segment, a block length that its segments do not fill) or MISSING (no Signature_Block). What a value means is not judged here.
     */
    public static Decoded<SecurePath> decode(Bytes value) {
        throw new UnsupportedOperationException("being written: " + value);
    }

    public static Bytes encode(SecurePath path) {
        throw new UnsupportedOperationException("being written: " + path);
    }
}
