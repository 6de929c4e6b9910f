// SPDX-License-Identifier: Apache-2.0
/**
 * HORS signatures over a hash tree (Reyzin and Reyzin, 2002; Merkle, 1980), which SPV and KC-MT are built from.
 *
 * <p>A {@link org.pathproof.research.schemes.hors.HorsKey} has n secret values and a {@link
 * org.pathproof.research.schemes.hors.MerkleTree} over them, whose root is the public key. The digest of a message
 * selects m of the values ({@link org.pathproof.research.schemes.hors.HorsShape}). A {@link
 * org.pathproof.research.schemes.hors.HorsSignature} discloses them, with the nodes that lead to the root. {@link
 * org.pathproof.research.schemes.hors.TreeHash} has the hash functions: AES as measured in 2007, or SHA-256.
 *
 * <p>Each signature discloses values, so a key can sign few messages. {@link
 * org.pathproof.research.schemes.hors.ForgeryProbability} computes the probability of a forgery after some signatures.
 * {@link org.pathproof.research.schemes.hors.ForgerySimulation} measures it with a {@link
 * org.pathproof.research.schemes.hors.HorsForger}.
 *
 * <p>Sizes. The paper of KC-MT states 213 bytes for a signature of (512, 3) and 353 bytes for SPV with (256, 6), but no
 * size of a value or a node. With a secret value of one AES block (16 bytes) and nodes of half a block (8 bytes), a
 * pair of nodes is one block. A signature of random messages then has 212.7 bytes on average for (512, 3) and 321.6 for
 * (256, 6), with 2 bytes for the counts. Four nodes of SPV's second tree raise the latter to 353.6 bytes. No other pair
 * of natural sizes fits both published numbers.
 */
@NullMarked
package org.pathproof.research.schemes.hors;

import org.jspecify.annotations.NullMarked;
