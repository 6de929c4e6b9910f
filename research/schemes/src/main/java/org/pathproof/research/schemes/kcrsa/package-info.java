// SPDX-License-Identifier: Apache-2.0
/**
 * KC-RSA: keychain signatures over RSA (Yin, Sheng, Wang and Pan, "Securing BGP through Keychain-based Signatures").
 *
 * <p><b>Proposal.</b> The origin signs with its published key, and sends a temporary private key, the attestation
 * key, to the next speaker. Each later speaker signs with the attestation key that it received, removes it from the
 * route, and adds an attestation key of its own. The public attestation keys travel in the signed route. The keys
 * form a chain, so that the scheme protects paths even if some ASes do not take part. Signatures are combined by
 * exclusive OR into one.
 *
 * <p><b>Construction.</b> {@link org.pathproof.research.schemes.kcrsa.KcRsaScheme}. The signature of hop i is the
 * inverse RSA permutation of S xor h, where S is the previous signature (0 at the origin) and h the {@link
 * org.pathproof.research.schemes.rsa.FullDomainHash} of {@link org.pathproof.research.schemes.SignedFields} (formulas 2
 * and 3 of the paper). The content of a hop is one byte with the overflow bit, the neighbor vector, and the modulus of
 * its public attestation key. The private values of a route are both primes of the attestation key. A speaker generates
 * one attestation key when its keys are issued, and uses it for all routes. The origin signs the end of validity.
 *
 * <p><b>Ambiguities.</b> Each is decided as follows:
 *
 * <ul>
 * <li>S xor h can exceed the modulus of the signer. {@link org.pathproof.research.schemes.rsa.NestedSignature}
 *     subtracts the modulus once and sets the overflow bit.
 * <li>Formula 2 hashes AS numbers and vector only. The text says that the UPDATE message is signed, so the prefix and
 *     the end of validity are part of the hash.
 * <li>The padding of h is not described. A short hash under RSA without padding permits products of known signatures.
 *     The hash therefore covers the whole domain.
 * <li>One signature serves all receivers (neighbor vector), so all receivers get the same attestation key.
 * </ul>
 *
 * <p><b>Parameters.</b> {@code rsa-1024} with SHA-1, 128 bytes for the whole path, as published; the public attestation
 * keys add 128 bytes a hop, which the paper counts apart. {@code rsa-2048} with SHA-256.
 *
 * <p><b>Claims.</b> KC-RSA stops changed paths, other prefixes, other receivers and expired routes. KC-RSA leaves the
 * origin of a prefix to address attestations, which are not part of this package. Not stopped: an AS that knows the
 * attestation key of a speaker can sign under the number of any other receiver of that speaker. AggregateSchemesTest
 * shows it. The signature of a transit AS shows possession of the key that its predecessor sent, and not its
 * identity.
 */
@NullMarked
package org.pathproof.research.schemes.kcrsa;

import org.jspecify.annotations.NullMarked;
