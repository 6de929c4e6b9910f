// SPDX-License-Identifier: Apache-2.0
/**
 * SPV, Secure Path Vector (Hu, Perrig and Sirbu, 2004), as Yin, Sheng and Wang describe it in their paper on KC-x
 * (sections IV-B and VI, 2007).
 *
 * <p><b>Proposal.</b> Path protection without public-key cryptography on the way. The origin prepares hash trees in
 * three levels. In the lowest, a tree of 256 values (HORS) is the single-ASN key of one position in a path. The roots
 * of these trees form a second tree, the protector of one path; its root is the epoch public key. The epoch public keys
 * form the third tree; its root is the multi-epoch public key, which the origin signs once for many epochs. Each
 * speaker signs its AS number with the single-ASN private key of its position, and passes the key of the next position
 * on.
 *
 * <p><b>Construction.</b>
 *
 * <ul>
 * <li>{@link org.pathproof.research.schemes.spv.PrefixEpochs}: an origin has keys for each of its prefixes. The key of
 *     a position is a one-way function of the key before it, so a speaker cannot sign for earlier positions.
 * <li>{@link org.pathproof.research.schemes.spv.PositionSignature}: a hop signs the prefix, the end of the epoch, and
 *     the path up to its AS. The private part of a route has the next single-ASN private key, and the public keys of
 *     all positions, from which a signer takes the nodes of the second tree.
 * <li>{@link org.pathproof.research.schemes.spv.MultiEpochKey}: the origin's hop carries the multi-epoch public key
 *     with its certificate. A verifier keeps the certificates that it verified.
 * <li>A route is valid until its epoch ends. The first epoch of a prefix ends when its first announcement expires.
 * </ul>
 *
 * <p><b>Semi-private values.</b> The newest hop of a path shows private values. Each later speaker hashes the values of
 * the hops before it once, up to two times. The length of the path determines which form each hop must show. A
 * receiver thus sees the private values of its sender only, and cannot present an older hop as the newest one.
 *
 * <p><b>Parameters.</b> {@code aes-256-6} is HORS(256, 6) with AES and RSA-1024; {@code sha256-256-6} is the same tree
 * with SHA-256, nodes of 16 bytes and ECDSA P-256. Both have 16 positions and 16 epochs of an hour.
 *
 * <p><b>Claims.</b> SPV stops changed paths, other prefixes, forged and wrong origins, and the use of a route after its
 * epoch. SPV does not stop the following:
 *
 * <ul>
 * <li>Another receiver. A hop signs no next AS, and the next private key is sent in plaintext: everyone who sees a
 *     message can extend its path.
 * <li>A repeated announcement within the epoch.
 * <li>Truncation by one hop, if the attacker has the private key of that position from a shorter path. Semi-private
 *     values stop longer truncations with such keys only; {@code SpvTruncationTest} shows both.
 * <li>Many signatures in one epoch. All speakers at a position share its key, so every neighbor of the origin signs
 *     with the key of position 1. After 15 signatures, one message in about 1,400 can be forged ({@link
 *     org.pathproof.research.schemes.hors.ForgeryProbability}).
 * </ul>
 *
 * <p><b>Open points of the paper, and the choices.</b>
 *
 * <ul>
 * <li>Sizes of values and nodes: see {@link org.pathproof.research.schemes.hors}. The nodes of the second tree count to
 *     each hop; the epoch, its nodes and the certificate count once a path, and are no part of the published 353 bytes.
 * <li>The paper describes semi-private values in one sentence. One step would not stop any truncation with a key, and
 *     more than two steps stop nothing further.
 * <li>The distribution of certificates: the paper names a separate protocol, or parts in UPDATE messages with erasure
 *     codes. Here each UPDATE carries the whole certificate.
 * <li>Numbers of positions and epochs, and the length of an epoch, are not published.
 * </ul>
 */
@NullMarked
package org.pathproof.research.schemes.spv;

import org.jspecify.annotations.NullMarked;
