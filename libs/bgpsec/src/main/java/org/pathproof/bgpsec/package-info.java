// SPDX-License-Identifier: Apache-2.0
/**
 * BGPsec path validation (RFC 8205, RFC 8206, RFC 8608) and route origin validation (RFC 6811), as pure functions
 * without I/O. No input causes an exception; each broken rule becomes a {@link Finding}.
 *
 * <p>{@link UpdateRules} checks a whole UPDATE. {@link PathValidator} validates one BGPsec_PATH in its {@link
 * PathContext} and returns a {@link PathResult}. {@link OriginValidation} validates a prefix and its origin AS. {@link
 * KeyLookup} and {@link VrpLookup} provide keys and VRPs. A {@link SignatureVerifier} verifies signatures in batches;
 * {@link BatchVerifier} implements it with {@code libs/p256}. {@link AlgorithmSuites} lists the supported algorithm
 * suites. No class has state that callers share.
 *
 * <p>The rules of RFC 8205 are in these classes. docs/reference/rfc8205.md lists every rule with its finding and its
 * tests.
 */
@NullMarked
package org.pathproof.bgpsec;

import org.jspecify.annotations.NullMarked;
