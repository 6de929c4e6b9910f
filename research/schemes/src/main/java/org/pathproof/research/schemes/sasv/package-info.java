// SPDX-License-Identifier: Apache-2.0
/**
 * SAS-V: sequential aggregate signatures with neighbor vectors (Zhao, Smith and Nicol, CCS 2005; as Yin, Sheng, Wang
 * and Pan describe it).
 *
 * <p><b>Proposal.</b> S-BGP needs one signature for each hop and one more for each receiver. SAS-V keeps one signature
 * in all: each speaker signs the combination of the previous aggregate and the hash of the path. A bit vector over the
 * neighbors names all receivers, so that a speaker signs once for all of them.
 *
 * <p><b>Construction.</b> {@link org.pathproof.research.schemes.sasv.SasvScheme}. The signature of hop i is the inverse
 * RSA permutation of (s + h) mod n, where s is the previous aggregate, h the {@link
 * org.pathproof.research.schemes.rsa.FullDomainHash} of {@link org.pathproof.research.schemes.SignedFields}, and n the
 * modulus of the AS. The verifier opens the aggregate from the newest hop to the origin, where the number 0 must
 * remain. The content of a hop is one byte with the overflow bit, then the neighbor vector. A set overflow bit states
 * that s exceeded n, and that the signer subtracted n from s once. The vector of a hop must name the next hop, and the
 * vector of the newest hop the receiver. The origin signs the end of validity.
 *
 * <p><b>Ambiguities.</b> The descriptions leave open the padding of the hash and the case s &gt;= n. Both are defined
 * as above. The public exponent is 65537.
 *
 * <p><b>Parameters.</b> {@code rsa-1024} with SHA-1, 128 bytes for the whole path, as published. {@code rsa-2048} with
 * SHA-256.
 *
 * <p><b>Claims.</b> SAS-V stops changed paths, other prefixes, other receivers and expired routes. SAS-V leaves the
 * origin of a prefix to address attestations, which are not part of this package. A failure does not name a hop, except
 * for vectors: the aggregate verifies as a whole or not at all. Every receiver can remove the newest signature from the
 * aggregate with the published key. Only the neighbor vector of the hop before stops shortened paths.
 */
@NullMarked
package org.pathproof.research.schemes.sasv;

import org.jspecify.annotations.NullMarked;
