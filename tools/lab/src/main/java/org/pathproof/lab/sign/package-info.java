// SPDX-License-Identifier: Apache-2.0
/**
 * Creates millions of ECDSA P-256 signatures, enough for a full table in minutes. <b>For the lab only.</b>
 *
 * <p>This code must not sign with a real private key. Memory accesses, branches and times depend on the secret scalar
 * and on the nonce. An attacker who measures them, on the same processor or over the network, can compute the key. The
 * lab's keys are derived from a seed in this repository, so they are not secret. A router that signs needs arithmetic
 * in constant time, or a hardware module.
 *
 * <p>The arithmetic is that of {@link org.pathproof.p256.portable}: one table of multiples of the base point, and
 * additions and inversions that many nonces share. Nonces are those of RFC 6979 ({@code Nonces}), so the same key and
 * digest give the same signature, byte for byte, as Bouncy Castle's deterministic signer. A {@link
 * org.pathproof.lab.sign.BatchSigner} owns the working memory of a batch and belongs to one thread; all signers share
 * the table.
 */
@NullMarked
package org.pathproof.lab.sign;

import org.jspecify.annotations.NullMarked;
