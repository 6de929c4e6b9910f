// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * An algorithm suite (RFC 8608 section 2): how a Signature_Block is hashed, and what its keys and signatures look like. A new suite
 * is one implementation of this, registered in {@link AlgorithmSuites}, and a branch in {@link BatchVerifier}.
 */
public interface AlgorithmSuite {
    /** The Algorithm Suite Identifier. */
    int id();

    /** The digest of the octets that a hop signed. */
    Bytes digest(Bytes signedOctets);

    /** Why octets cannot be a signature of this suite: the rest of a sentence that starts with "the signature". */
    Optional<String> signatureDefect(Bytes signature);

    /** Why a router key cannot be used with this suite: the rest of a sentence that starts with "the key". */
    Optional<String> keyDefect(RouterKey key);
}
