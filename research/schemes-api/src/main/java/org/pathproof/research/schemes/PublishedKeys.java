// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import org.pathproof.wire.Bytes;

/**
 * The public keys of a speaker, with the facts that its certificates attest.
 *
 * @param material public keys and certificates in the encoding of the scheme
 */
public record PublishedKeys(SpeakerIdentity identity, Bytes material) {}
