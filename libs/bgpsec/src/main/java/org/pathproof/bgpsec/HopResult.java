// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Locale;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * What became of one signature of a path.
 *
 * @param block index of the Signature_Block, from 0
 * @param suite its algorithm suite
 * @param hop the hop, 1 is the origin
 * @param targetAs the AS that the hop signed to; 0 when that is not known
 * @param digest what was signed, hashed: 32 octets; empty for a hop that was not checked or is of an unsupported suite
 * @param key the key that verified it
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
    /** Outcomes; {@link #label} is what the CLI and the API print. */
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
