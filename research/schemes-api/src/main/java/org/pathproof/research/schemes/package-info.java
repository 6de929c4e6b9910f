// SPDX-License-Identifier: Apache-2.0
/**
 * Schemes that protect the path of a BGP route, behind one interface: the schemes of the literature, and BGPsec. The
 * schemes are for comparison, teaching and experiments. This module has the interface; {@code research/schemes} has the
 * schemes. Services use the interface only, and no production image contains a scheme (ADR 58).
 *
 * <p>{@link org.pathproof.research.schemes.PathSecurityScheme} describes a scheme; {@link
 * org.pathproof.research.schemes.Schemes} finds the registered ones with {@link java.util.ServiceLoader}. A scheme with
 * a {@link org.pathproof.research.schemes.ParameterSet} is a {@link org.pathproof.research.schemes.ConfiguredScheme}.
 * A configured scheme issues keys to a {@link org.pathproof.research.schemes.Speaker}, creates a {@link
 * org.pathproof.research.schemes.PathVerifier}, and encodes and decodes paths.
 *
 * <p>The flow of data:
 *
 * <ol>
 * <li>{@code ConfiguredScheme.issue} creates the private keys of a speaker. {@code Speaker.published} is the part that
 *     a PKI would publish. A {@link org.pathproof.research.schemes.KeyDirectory} collects the published parts of all
 *     speakers.
 * <li>{@code Speaker.originate} creates one {@link org.pathproof.research.schemes.SecuredRoute} for each neighbor.
 *     {@code Speaker.propagate} extends a received route.
 * <li>{@code PathVerifier.verify} verifies a received route with the directory alone. Its {@link
 *     org.pathproof.research.schemes.Verification} names the failing hop if the scheme can locate it.
 * </ol>
 *
 * <p>A {@link org.pathproof.research.schemes.SecuredPath} has the same shape in every scheme: hops, a part that all
 * hops share, and private values for the next speaker. {@link org.pathproof.research.schemes.PathAttack} changes a path
 * of any scheme as an attacker on it would. A scheme names the attacks that it claims to stop. The tests mount every
 * attack on every registered scheme, and show which pass.
 *
 * <p>{@link org.pathproof.research.schemes.Envelope} is the wire form of all schemes except BGPsec, which has its own.
 * The papers publish sizes of signatures and no wire format, so {@link org.pathproof.research.schemes.PathSizes} counts
 * signatures apart from the rest. {@link org.pathproof.research.schemes.SchemeAttribute} puts the envelope of any
 * scheme into one private path attribute, for the running system. {@link org.pathproof.research.schemes.KeyFile} is the
 * text form of published keys.
 */
@NullMarked
package org.pathproof.research.schemes;

import org.jspecify.annotations.NullMarked;
