// SPDX-License-Identifier: Apache-2.0
/**
 * S-BGP (Kent, Lynn, Mikkelson and Seo, "Secure Border Gateway Protocol (S-BGP): Real World Performance and Deployment
 * Issues", NDSS 2000).
 *
 * <p><b>Proposal.</b> Three kinds of objects protect a route. Certificates bind organizations to address blocks and
 * to AS numbers, and routers to AS numbers. An address attestation (AA) states that the owner of prefixes authorises
 * an AS to originate them. A route attestation (RA) of each AS in the path covers the prefix, the path so far, the
 * next AS and an end of validity. RAs travel in an optional transitive path attribute. Certificates and AAs are
 * distributed out of band: the NOC of an AS validates them, and gives its routers extracts without signatures.
 *
 * <p><b>Construction.</b> {@link org.pathproof.research.schemes.sbgp.SbgpScheme}.
 *
 * <ul>
 * <li>{@link org.pathproof.research.schemes.sbgp.PublishedObjects} has the objects of one AS: the root certificate, the
 *     certificate of the router, the certificate of its prefixes and its AA. Certificates are X.509 version 3 with the
 *     extensions of RFC 3779. The hierarchy has one level below the root.
 * <li>{@link org.pathproof.research.schemes.sbgp.NocRepository} is the NOC: it verifies all objects and returns {@link
 *     org.pathproof.research.schemes.sbgp.Extracts}.
 * <li>{@link org.pathproof.research.schemes.sbgp.SbgpVerifier} verifies RAs with extracts. Its cache keeps the last
 *     verified routes of each prefix. A withdrawn route stays in the cache, as in the paper: if it comes back, no
 *     signature is verified.
 * <li>The content of a hop is the identifier of the certificate (8 bytes), the algorithm (1) and the next AS (4). All
 *     fields of the UPDATE are implicit: the attribute does not repeat prefix and path.
 * </ul>
 *
 * <p><b>Ambiguities.</b> The paper gives neither byte layouts nor the start of a validity interval. The start is left
 * out, and the layouts are those of this package. A transit AS copies the end of validity from the hop before it. A
 * prefix must be listed in an AA exactly: an AA does not cover more specific prefixes.
 *
 * <p><b>Parameters.</b> {@code dsa-1024} with SHA-1, as published: 40 bytes a hop. {@code p-256}: ECDSA with SHA-256,
 * 64 bytes a hop. {@link org.pathproof.research.schemes.sbgp.PrecomputedDsa} signs with nonces that were prepared
 * earlier.
 *
 * <p><b>Claims.</b> S-BGP stops changed paths, other prefixes, other receivers, wrong origins and expired routes. A
 * route that was withdrawn can be replayed until it expires; the paper says so.
 */
@NullMarked
package org.pathproof.research.schemes.sbgp;

import org.jspecify.annotations.NullMarked;
