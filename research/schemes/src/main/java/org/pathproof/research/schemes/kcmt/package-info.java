// SPDX-License-Identifier: Apache-2.0
/**
 * KC-MT, the key chain with Merkle hash trees (Yin, Sheng and Wang, 2007, section IV-B).
 *
 * <p><b>Proposal.</b> Each speaker creates attestation keys and passes the private key to the next speaker, in
 * plaintext over a protected session. The next speaker signs the path and its own attestation public key with it. Only
 * the origin signs with a key of a PKI. The keys thus form a chain: an attacker that removed a hop would lack the
 * private key for the hop before. In KC-MT, an attestation key is a HORS key over a hash tree; its private key is the
 * seed of the tree, and its public key is the root.
 *
 * <p><b>Construction.</b>
 *
 * <ul>
 * <li>{@link org.pathproof.research.schemes.kcmt.AttestationTrees}: issues keys, replaces a key after Σ signatures, and
 *     keeps the inner nodes of received trees. Only the first signature with a key computes the tree.
 * <li>{@link org.pathproof.research.schemes.kcmt.AttestationContent}: a hop signs the prefix, the end of validity, the
 *     path up to its AS with all contents, so also its neighbor vector and its attestation public key.
 * <li>{@link org.pathproof.research.schemes.kcmt.KcMtParameters}: Σ is computed, as the largest number of signatures
 *     that keeps {@link org.pathproof.research.schemes.hors.ForgeryProbability} at or below a limit.
 * </ul>
 *
 * <p><b>Parameters.</b> {@code aes-512-3} is HORS(512, 3) with AES and RSA-1024 for the origin. Its limit is the
 * probability of SPV's HORS(256, 6) after 15 signatures. {@code sha256-512-3} is the same tree with SHA-256 and ECDSA
 * P-256. {@code sha256-4096-16} keeps the probability below 2^-64; a signature then has about 2,100 bytes.
 *
 * <p><b>Claims.</b> KC-MT stops changed paths, other prefixes, other receivers, forged origins, and expired routes.
 * KC-MT does not stop the following:
 *
 * <ul>
 * <li>Wrong origins. The paper leaves the right to a prefix to other means.
 * <li>A repeated announcement before its end of validity.
 * <li>A search for a forgery. The probability holds for one message, but an attacker chooses its attestation key, so it
 *     can try messages offline. With the published parameters about 1,400 attempts suffice after Σ signatures;
 *     {@code KcMtTest} succeeds in milliseconds. The paper does not discuss this.
 * <li>Collusion: a speaker can pass its private key to any AS. Neighbor vectors limit the use of such a key.
 * </ul>
 *
 * <p><b>Open points of the paper, and the choices.</b>
 *
 * <ul>
 * <li>Sizes of values and nodes: see {@link org.pathproof.research.schemes.hors}.
 * <li>One signature for all neighbors needs one attestation key for all of them, so d neighbors sign d messages with
 *     the key for each message that they receive. The paper counts one. Here a message to d neighbors counts d
 *     signatures, and a message to more than Σ neighbors is split into several with a vector each.
 * <li>The paper prints Σ only in a figure. The paper says that the probability equals SPV's, "around 2^-11".
 * </ul>
 */
@NullMarked
package org.pathproof.research.schemes.kcmt;

import org.jspecify.annotations.NullMarked;
