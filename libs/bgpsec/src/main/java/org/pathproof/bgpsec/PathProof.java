// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The proof of a VALID path: a Signature_Block and the key that verified each of its signatures.
 *
 * @param path the decoded path
 * @param block index of the Signature_Block, from 0
 * @param keys the keys in wire order, newest hop first
 */
public record PathProof(SecurePath path, int block, List<RouterKey> keys) {}
