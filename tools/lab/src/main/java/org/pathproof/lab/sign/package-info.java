// SPDX-License-Identifier: Apache-2.0
/**
 * Makes ECDSA P-256 signatures by the million, so that a full table can be signed in minutes. <b>For the lab only.</b>
 *
 * <p>Nothing in here may ever see a real private key. Which table entries are read, which branches are taken and how long a signature
 * takes all depend on the secret scalar and on the nonce, and whoever can measure that (a neighbour on the same processor, or on the
 * network) can compute the key. The lab's keys follow from a seed that stands in this repository, so that there is nothing to steal. A
 * router that signs needs arithmetic in constant time, and better a hardware module.
 *
 * <p>How it is fast: all multiples of the base point that a digit of eight bits can ask for are in a table ({@link
 * org.pathproof.lab.sign.FixedBase}), so that a nonce costs 31 additions and no doubling; the additions of many nonces go side by side and
 * share their inversions; so do the nonces themselves. Nonces are those of RFC 6979: the same key and digest give the same signature,
 * octet for octet, as Bouncy Castle's deterministic signer does. Who owns what: {@link org.pathproof.lab.sign.BatchSigner} has the
 * working memory of a batch and belongs to one thread, the table is shared by all.
 */
@NullMarked
package org.pathproof.lab.sign;

import org.jspecify.annotations.NullMarked;
