// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * An algorithm suite (RFC 8608 section 2): its digest algorithm, and the syntax of its keys and signatures. To add a
 * suite, implement this interface, register it in {@link AlgorithmSuites}, and extend {@link BatchVerifier}.
 */
public interface AlgorithmSuite {
    /** Returns the Algorithm Suite Identifier. */
    int id();

    /** Returns the digest of the bytes that a hop signed. */
    Bytes digest(Bytes signedBytes);

    /**
     * Returns the syntax error of a signature, or an empty result for a well-formed signature.
     *
     * @return the rest of a sentence that starts with "the signature"
     */
    Optional<String> signatureDefect(Bytes signature);

    /**
     * Returns the reason why this suite cannot use a router key, or an empty result for a usable key.
     *
     * @return the rest of a sentence that starts with "the key"
     */
    Optional<String> keyDefect(RouterKey key);
}
