// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Locale;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The result of one signature of a path.
 *
 * @param block index of the Signature_Block, from 0
 * @param suite algorithm suite of the block
 * @param hop the hop, 1 for the origin
 * @param targetAs the AS to which the hop signed; 0 if unknown
 * @param digest the digest of the signed bytes; empty if no signature of the block was checked
 * @param key the key under which the signature verifies
 */
public record HopResult(
        int block,
        int suite,
        int hop,
        long asn,
        Bytes ski,
        long targetAs,
        Bytes digest,
        Result result,
        Optional<RouterKey> key) {
    /** The possible results. The command line and the REST API print {@link #label}. */
    public enum Result {
        VERIFIED,
        SIGNATURE_MISMATCH,
        SIGNATURE_MALFORMED,
        KEY_NOT_FOUND,
        KEY_MALFORMED,
        UNSUPPORTED_SUITE,
        NOT_CHECKED;

        private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

        public String label() {
            return label;
        }
    }
}
