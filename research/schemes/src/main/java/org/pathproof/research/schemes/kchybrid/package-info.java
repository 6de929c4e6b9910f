// SPDX-License-Identifier: Apache-2.0
/**
 * KC-Hybrid, the mixed deployment of KC-RSA and KC-MT (Yin, Sheng and Wang, 2007, section IV-C).
 *
 * <p><b>Proposal.</b> KC-MT is fast and large, KC-RSA is small and slower. Every router can verify both. A router with
 * many messages signs with hash trees, the others sign with RSA. So that a speaker can choose, the speaker before it
 * issues both kinds of attestation keys.
 *
 * <p><b>Construction.</b>
 *
 * <ul>
 * <li>{@link org.pathproof.research.schemes.kchybrid.HybridKeys}: a hop carries its neighbor vector and both
 *     attestation public keys. The private part of a route has both private keys.
 * <li>{@link org.pathproof.research.schemes.kchybrid.HybridSignature}: a hop with a hash tree has a signature of its
 *     own. All signatures with RSA, the origin's among them, are in one aggregate, which passes hops with hash trees
 *     unchanged.
 * <li>{@link org.pathproof.research.schemes.kchybrid.KcHybridVerifier}: opens the aggregate from the newest hop to the
 *     origin, and verifies hash trees on the way.
 * </ul>
 *
 * <p><b>Parameters.</b> {@code 1-1} and {@code 2-1} are the mixtures of Table VI with RSA-1024 and HORS(512, 3).
 * {@code 1-1-sha256-rsa-2048} uses RSA-2048 and SHA-256. The AS number of a speaker decides about its algorithm, which
 * gives the mixture in networks with consecutive AS numbers.
 *
 * <p><b>Claims.</b> The same as those of KC-MT and KC-RSA. A chain is as strong as its weakest hop: a hop with a hash
 * tree has the forgery probability of KC-MT, also between hops with RSA. A failing aggregate names no hop.
 *
 * <p><b>Open points of the paper, and the choices.</b>
 *
 * <ul>
 * <li>The paper does not say how an aggregate passes a hop without RSA. Here it stays unchanged, and the next signature
 *     with RSA covers the contents of all hops between.
 * <li>A speaker issues one RSA key for its lifetime, and replaces hash trees after Σ signatures, as the paper's
 *     optimization permits.
 * </ul>
 */
@NullMarked
package org.pathproof.research.schemes.kchybrid;

import org.jspecify.annotations.NullMarked;
